import { describe, expect, it } from 'vitest';
import { TraceScript, type Link } from '../../../test/support/trace-script';
import { STAGES, type Verdict } from '../../cases/verdict';
import { attributeFlow, flowVerdicts, type FlowOptions } from './attribute-flow';

/** One message and what became of it. */
interface Told {
  readonly said: string;
  readonly facts: readonly string[];
  /** Whether the search returns its units. */
  readonly found?: boolean;
}

interface Question {
  readonly question: string;
  readonly gold: string;
  readonly prediction: string;
  readonly evidence?: readonly number[];
}

interface Telling {
  readonly script: TraceScript;
  readonly ops: Readonly<Record<string, string>>;
}

/** A Mem0 run over messages; operations are named `extract1`, `decide1`, `extract2`, …. */
function tell(told: readonly Told[], asked: Question): Telling {
  const script = new TraceScript('Mem0');
  const ops: Record<string, string> = {};
  const found: string[] = [];
  told.forEach(({ said, facts, found: isFound = true }, i) => {
    const n = String(i + 1);
    const message = script.message(`m${n}`, said);
    const list = `[${facts.map((fact) => `'${fact}'`).join(', ')}]`;
    const extracted = script.variable(`str:facts${n}`, list, 'llm_response', {
      class_name: 'extracted_facts',
    });
    ops[`extract${n}`] = script.operation('memory_system.extract_facts', 'extraction', [
      [message, extracted],
    ]);
    const action = script.variable(`dict:action${n}`, '{}', 'llm_response', {
      class_name: 'update_action',
    });
    const units = facts.map((memory, k) => {
      const id = `u${n}-${String(k)}`;
      const value = JSON.stringify({ id, memory, timestamp: '2023-05-08T13:56:00' });
      return script.variable(`memory-unit-${id}`, value, 'memory_entry');
    });
    ops[`decide${n}`] = script.operation('memory_system.update_memory_decision', 'update', [
      [extracted, action],
      ...units.map((unit): Link => [action, unit]),
    ]);
    if (isFound) found.push(...units);
  });
  const evidence = asked.evidence ?? told.map((_, i) => i);
  const { search, answer } = script.ask({
    ...asked,
    evidence: evidence.map((i) => `m${String(i + 1)}`),
    found,
    searchName: 'memory_system.search_vector_store',
    context: 'Memory: …',
  });
  return { script, ops: { ...ops, search: search ?? '', answer } };
}

const LABELLED: FlowOptions = { evidence: 'labelled' };

async function verdictOf(script: TraceScript, options = LABELLED): Promise<Verdict> {
  const { graph, cases } = await script.open();
  const [verdict] = attributeFlow(graph, cases, options);
  if (verdict === undefined) throw new Error('The script asks nothing.');
  return verdict;
}

const named = ({ errorType, opId }: Verdict): string => `${errorType} ${opId}`;

const VIOLIN: Told = {
  said: 'My neighbor Tom repaired the broken violin for me.',
  facts: ['Tom, a neighbor of Ana, mended her broken violin'],
};
const PIANO: Told = {
  said: 'And cousin Zoe repaired the dusty piano.',
  facts: ['Zoe, a cousin of Ana, mended the dusty piano'],
};
const WHO: Question = {
  question: 'Who repaired the instruments?',
  gold: 'neighbor Tom and cousin Zoe',
  prediction: 'I do not know.',
};

describe('flow', () => {
  it('blames the earliest loss of several, and lists the later one', async () => {
    const { script, ops } = tell(
      [
        { ...VIOLIN, facts: ['Ana plays music'] },
        { ...PIANO, found: false },
      ],
      WHO,
    );
    const verdict = await verdictOf(script);
    expect(named(verdict)).toBe(`ExtractionError ${ops['extract1'] ?? ''}`);
    expect(verdict.laterLosses.map(({ errorType, opId }) => `${errorType} ${opId}`)).toEqual([
      `RetrievalError ${ops['search'] ?? ''}`,
    ]);
  });

  it('does not miss what the prediction got right', async () => {
    const { script, ops } = tell(
      [
        { ...VIOLIN, facts: ['Ana plays music'] },
        { ...PIANO, found: false },
      ],
      {
        ...WHO,
        prediction: 'Her neighbor Tom; nobody else is mentioned.',
      },
    );
    expect(named(await verdictOf(script))).toBe(`RetrievalError ${ops['search'] ?? ''}`);
  });

  it('blames the answer when the context held everything', async () => {
    const { script, ops } = tell([VIOLIN, PIANO], WHO);
    const verdict = await verdictOf(script);
    expect(named(verdict)).toBe(`ResponseError ${ops['answer'] ?? ''}`);
    expect(verdict.sentence).toContain('said ‘I do not know.’');
  });

  it('blames the answer to a question without an answer when it repeats the evidence', async () => {
    const { script, ops } = tell([VIOLIN], {
      question: 'Who repaired the violin of Ben?',
      gold: '',
      prediction: 'A neighbor called Tom.',
    });
    expect(named(await verdictOf(script))).toBe(`ResponseError ${ops['answer'] ?? ''}`);
  });

  it('blames the extraction for words that only an image holds', async () => {
    const picture: Told = {
      said: 'I had a free evening, so look at this photo from my desk!',
      facts: ['Ana had a free evening and shared a photo of her desk'],
    };
    const { script, ops } = tell([picture], {
      question: 'What did Ana paint?',
      gold: 'a lighthouse under heavy clouds',
      prediction: 'It is not mentioned.',
    });
    expect(named(await verdictOf(script))).toBe(`ExtractionError ${ops['extract1'] ?? ''}`);
  });

  it('searches for evidence when none is labelled, and says so', async () => {
    const { script, ops } = tell([{ ...VIOLIN, found: false }, PIANO], {
      question: 'Who repaired the violin?',
      gold: 'neighbor Tom',
      prediction: 'I do not know.',
      evidence: [],
    });
    const verdict = await verdictOf(script);
    expect(named(verdict)).toBe(`RetrievalError ${ops['search'] ?? ''}`);
    expect(verdict.evidenceMode).toBe('retrieved');
    expect(verdict.evidenceQuery).toBe('gold');
    expect(verdict.confidence).toBeLessThan(
      (await verdictOf(tell([VIOLIN], WHO).script)).confidence,
    );
  });

  it('is unsure, but still names an operation, when there is no message at all', async () => {
    const { script, ops } = tell([], { ...WHO, evidence: [] });
    const verdict = await verdictOf(script);
    expect(verdict.unsure).toBe(true);
    expect(verdict.settle).toContain('Label the evidence');
    expect(verdict.opId).toBe(ops['answer']);
    expect(verdict.stages.map(({ stage }) => stage)).toEqual(STAGES);
  });

  it('gives its verdicts one by one, so that the caller can stop between two', async () => {
    const { graph, cases } = await tell([VIOLIN], WHO).script.open();
    const [failed] = cases;
    if (failed === undefined) throw new Error('The script asks nothing.');
    const verdicts = flowVerdicts(graph, [failed, failed, failed], LABELLED);
    expect(verdicts.next().done).toBe(false);
    verdicts.return();
    expect(verdicts.next().done).toBe(true);
  });

  it('lets time pass while it makes a trace ready, then gives a verdict for each case', async () => {
    const { graph, cases } = await tell([VIOLIN], WHO).script.open();
    for (const evidence of ['labelled', 'retrieved'] as const) {
      const results = [...flowVerdicts(graph, cases, { evidence })];
      expect(results[0]).toBeUndefined();
      expect(results.filter((verdict) => verdict !== undefined)).toHaveLength(cases.length);
    }
    expect([...flowVerdicts(graph, [], LABELLED)]).toEqual([]);
  });
});
