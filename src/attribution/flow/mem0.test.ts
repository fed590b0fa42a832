import { describe, expect, it } from 'vitest';
import { follow } from '../../../test/support/follow';
import { TraceScript, type Link } from '../../../test/support/trace-script';
import { traceMem0 } from './mem0';

const SAID = 'My neighbor Tom repaired the broken violin for me last Friday.';
const FACT = 'Tom, a neighbor of Ana, mended her broken violin last Friday';
const AT = '2023-05-08T13:56:00';
const LATER = '2023-06-20T09:00:00';

interface Version {
  readonly memory: string;
  readonly at?: string;
}

/** What each step of a run holds; a run without changes loses nothing. */
interface Run {
  /** Extracted facts; `undefined` for a call that failed. */
  readonly facts?: readonly string[] | undefined;
  readonly failed?: boolean;
  readonly unread?: boolean;
  /** Versions of the unit; the first is written for the message. */
  readonly versions?: readonly Version[];
  readonly deleted?: boolean;
  readonly found?: boolean;
  readonly question?: string;
  readonly gold?: string;
  readonly prediction?: string;
  /** A unit that another message left, and whether the search returns it. */
  readonly other?: string;
}

interface Written {
  readonly script: TraceScript;
  readonly ops: Readonly<Record<string, string>>;
}

function run(changes: Run = {}): Written {
  const { facts = [FACT], versions = [{ memory: FACT }] } = changes;
  const script = new TraceScript('Mem0');
  const ops: Record<string, string> = {};
  const message = script.message('m1', SAID, 'Ana', AT);
  if (changes.unread !== true) {
    const raw = script.variable('str:raw', `'${JSON.stringify({ facts })}'`, 'llm_response', {
      class_name: 'raw_fact_extraction_response',
    });
    const list = `[${facts.map((fact) => `'${fact}'`).join(', ')}]`;
    const extracted = script.variable('str:facts', list, 'llm_response', {
      class_name: 'extracted_facts',
    });
    const links: Link[] =
      changes.failed === true
        ? [[message, raw]]
        : [
            [message, raw],
            [raw, extracted],
          ];
    ops['extract'] = script.operation('memory_system.extract_facts', 'extraction', links);
    if (changes.failed !== true) decide(script, ops, extracted, versions);
  }
  const units = versions.map((_, i) => `memory-unit-u1@${String(i + 1)}`);
  const last = changes.unread === true || changes.failed === true ? undefined : units.at(-1);
  if (changes.deleted === true && last !== undefined) {
    const marker = script.variable('str:gone', "'DELETED'", 'marker', {
      class_name: 'delete_marker',
    });
    ops['delete'] = script.operation('memory_system.update_memory_decision', 'update', [
      [last, marker],
    ]);
  }
  const found =
    changes.found === false || last === undefined || changes.deleted === true ? [] : [last];
  if (changes.other !== undefined) {
    const value = JSON.stringify({ id: 'u2', memory: changes.other, timestamp: LATER });
    found.push(script.variable('memory-unit-u2', value, 'memory_entry'));
  }
  const asked = script.ask({
    question: changes.question ?? 'Who repaired the violin?',
    gold: changes.gold ?? 'Tom, a neighbor',
    prediction: changes.prediction ?? 'I do not know.',
    evidence: ['m1'],
    found,
    searchName: 'memory_system.search_vector_store',
    context: 'Memory: …',
  });
  return { script, ops: { ...ops, search: asked.search ?? '', answer: asked.answer } };
}

/** The decision for the message, then one for each later version of its unit. */
function decide(
  script: TraceScript,
  ops: Record<string, string>,
  extracted: string,
  versions: readonly Version[],
): void {
  let before: string | undefined;
  versions.forEach(({ memory, at = AT }, i) => {
    const action = script.variable(`dict:action${String(i)}`, '{}', 'llm_response', {
      class_name: 'update_action',
    });
    const value = JSON.stringify({ id: 'u1', memory, timestamp: at });
    const unit = script.variable('memory-unit-u1', value, 'memory_entry', { version: i + 1 });
    const links: Link[] = [[action, unit]];
    if (before === undefined) links.push([extracted, action]);
    else links.push([before, unit, 'llm_response']);
    ops[`decide${String(i + 1)}`] = script.operation(
      'memory_system.update_memory_decision',
      'update',
      links,
    );
    before = unit;
  });
  if (versions.length > 0) return;
  const none = script.variable('dict:none', '{}', 'llm_response', { class_name: 'update_action' });
  ops['decide1'] = script.operation('memory_system.update_memory_decision', 'update', [
    [extracted, none],
  ]);
}

const lossOf = async ({ script }: Written): Promise<string> =>
  (await follow(script, traceMem0)).loss;

describe('traceMem0', () => {
  it('finds no loss where a reworded fact reached the context', async () => {
    const { loss, stations } = await follow(run().script, traceMem0);
    expect(loss).toBe('none');
    expect(stations).toBe(
      'evidence held, construction held, memory held, retrieval held, context held',
    );
  });

  it('blames the extraction that left the fact out', async () => {
    const written = run({ facts: ['Ana plays music'], versions: [{ memory: 'Ana plays music' }] });
    expect(await lossOf(written)).toBe(`ExtractionError ${written.ops['extract'] ?? ''}`);
  });

  it('blames the extraction whose call failed', async () => {
    const written = run({ failed: true });
    expect(await lossOf(written)).toBe(`ExtractionError ${written.ops['extract'] ?? ''}`);
  });

  it('blames the extraction that returned nothing', async () => {
    const written = run({ facts: [], versions: [] });
    expect(await lossOf(written)).toBe(`ExtractionError ${written.ops['extract'] ?? ''}`);
  });

  it('blames the operation that left a unit empty, though nothing deleted it', async () => {
    const written = run({ versions: [{ memory: FACT }, { memory: '' }] });
    expect(await lossOf(written)).toMatch(/^UpdateError /);
  });

  it('blames an extraction that says the fact of nobody', async () => {
    const vague = 'He repaired it last Friday as a neighbor';
    const written = run({ facts: [vague], versions: [{ memory: vague }] });
    expect(await lossOf(written)).toBe(`ExtractionError ${written.ops['extract'] ?? ''}`);
  });

  it('blames the decision that neither added nor merged an extracted fact', async () => {
    const written = run({ versions: [] });
    expect(await lossOf(written)).toBe(`ExtractionError ${written.ops['decide1'] ?? ''}`);
  });

  it('blames the update that rewrote the unit without the detail, and quotes both versions', async () => {
    const written = run({
      versions: [{ memory: FACT }, { memory: 'Ana has a violin that works' }],
    });
    const { loss, path } = await follow(written.script, traceMem0);
    expect(loss).toBe(`UpdateError ${written.ops['decide2'] ?? ''}`);
    expect(path.loss?.sentence).toContain('mended her broken violin');
    expect(path.loss?.sentence).toContain('Ana has a violin that works');
  });

  it('blames the update that overwrote the date when the question asks for a time', async () => {
    const written = run({
      versions: [{ memory: FACT }, { memory: FACT, at: LATER }],
      question: 'When did Tom repair the violin?',
      gold: '5 May 2023',
    });
    const { loss, path } = await follow(written.script, traceMem0);
    expect(loss).toBe(`UpdateError ${written.ops['decide2'] ?? ''}`);
    expect(path.loss?.sentence).toContain('overwrote their date');
  });

  it('does not mind an overwritten date when the question asks for no time', async () => {
    const written = run({ versions: [{ memory: FACT }, { memory: FACT, at: LATER }] });
    expect(await lossOf(written)).toBe('none');
  });

  it('blames the update that took out the date which the question is keyed on', async () => {
    const written = run({
      versions: [
        { memory: FACT },
        { memory: 'Tom, a neighbor of Ana, mended her broken violin', at: LATER },
      ],
      question: 'Who mended the violin on the Friday before 8 May 2023?',
      found: false,
    });
    expect(await lossOf(written)).toBe(`UpdateError ${written.ops['decide2'] ?? ''}`);
  });

  it('blames the decision that deleted the unit', async () => {
    const written = run({ deleted: true });
    expect(await lossOf(written)).toBe(`DeletionError ${written.ops['delete'] ?? ''}`);
  });

  it('blames the search that did not return the unit', async () => {
    const written = run({ found: false });
    const { loss, stations } = await follow(written.script, traceMem0);
    expect(loss).toBe(`RetrievalError ${written.ops['search'] ?? ''}`);
    expect(stations).toContain('memory held, retrieval lost, context lost');
  });

  it('does not take the same words about somebody else for the fact', async () => {
    const written = run({ found: false, other: 'Bob met a neighbor called Tom at a concert' });
    expect(await lossOf(written)).toBe(`RetrievalError ${written.ops['search'] ?? ''}`);
  });

  it('names an operation that exists for a message that no operation read', async () => {
    const written = run({ unread: true });
    const { path } = await follow(written.script, traceMem0);
    expect(path.loss?.errorType).toBe('ExtractionError');
    expect(path.loss?.op).toBeGreaterThanOrEqual(0);
  });

  it('does not look at versions written after the question', async () => {
    const { script } = run();
    const late = script.variable(
      'memory-unit-u1',
      JSON.stringify({ id: 'u1', memory: 'Ana has a violin', timestamp: LATER }),
      'memory_entry',
      { version: 2 },
    );
    script.operation('memory_system.update_memory_decision', 'update', [
      ['memory-unit-u1@1', late],
    ]);
    expect((await follow(script, traceMem0)).loss).toBe('none');
  });
});
