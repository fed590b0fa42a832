import { beforeAll, describe, expect, test } from 'vitest';
import { flowVerdicts } from '../../attribution/flow/attribute-flow';
import type { TraceKey } from '../../base/brand';
import type { Result } from '../../base/result';
import type { Case } from '../../cases/case';
import { SimulatedMemoryLlm } from '../../../test/support/simulated-memory-llm';
import { BARE_PROMPTS, recordTalk, simulatedTalk } from '../../../test/support/simulated-talks';
import { openMemoryStore } from '../../store/store';
import { bytesInMemory } from '../service/blob-bytes';
import { StoredTraceService } from '../service/trace-service';
import type { Changeable, PlannedChange, ReplayOutcome, ReplayPlan } from './contract';
import { StoredReplays } from './replay-service';

const nothing = (): void => undefined;

function valueOf<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`${result.problem.title} ${result.problem.detail}`);
  return result.value;
}

/** A notebook with one attributed Mem0 trace, in which dates were dropped at extraction. */
async function notebook() {
  let time = 1_000;
  const traces = new StoredTraceService({
    store: openMemoryStore(),
    openBytes: bytesInMemory,
    methods: { flow: flowVerdicts },
    onProblem: nothing,
    now: () => ++time,
  });
  const text = await recordTalk(simulatedTalk(1, { dates: 2, advice: 1, plain: 1 }), BARE_PROMPTS);
  const read = await traces.importFile('x', new Blob([text]), 'talk.json', 'talk.json', nothing);
  const key = read.kind === 'read' ? read.traces[0]?.key : undefined;
  if (key === undefined) throw new Error('not read');
  valueOf(
    await traces.attribute(
      'a',
      { method: 'flow', evidence: 'labelled', evidenceQuery: 'gold' },
      nothing,
    ),
  );
  const model = new SimulatedMemoryLlm();
  const replays = new StoredReplays({
    ...traces.shared,
    models: () => ({
      chat: (id) => Promise.resolve(id === 'simulated' ? model : undefined),
      embedding: () => Promise.resolve(undefined),
    }),
  });
  const failed = traces.shared.book
    .cases(key)
    .find(({ outcome, question }) => outcome === 'failed' && question.startsWith('When'));
  if (failed === undefined) throw new Error('no case lost its date');
  return { traces, replays, key, failed, model };
}

describe('a replay in the notebook', () => {
  let key: TraceKey;
  let failed: Case;
  let replays: StoredReplays;
  let traces: StoredTraceService;
  let model: SimulatedMemoryLlm;
  let changeable: Changeable;
  let repaired: PlannedChange;

  beforeAll(async () => {
    ({ traces, replays, key, failed, model } = await notebook());
    changeable = valueOf(await replays.changeable(key, failed.queryId));
    const decisive = changeable.operations.find(({ isDecisive }) => isDecisive);
    if (decisive === undefined) throw new Error('no operation is blamed');
    const outputs = valueOf(await replays.outputs(key, decisive.opId));
    const response = outputs.find(({ className }) => className.startsWith('raw_fact'));
    if (response === undefined) throw new Error('no response');
    const evidence = valueOf(
      await traces.variableView(key, failed.evidence[0] ?? response.variable, 0),
    );
    const said = /"content": "([^"]*)"/.exec(evidence.decoded)?.[1] ?? evidence.decoded;
    const text = JSON.stringify({ facts: [said] });
    repaired = { kind: 'output', opId: decisive.opId, variable: response.variable, text };
  });

  const planOf = (
    changes: readonly PlannedChange[],
    other: Partial<ReplayPlan> = {},
  ): ReplayPlan => ({
    traceKey: key,
    queryId: failed.queryId,
    changes,
    downstream: { kind: 'ideal' },
    onlyThisQuestion: true,
    ...other,
  });
  const run = async (plan: ReplayPlan): Promise<ReplayOutcome> =>
    valueOf(await replays.run('r', plan, nothing));

  test('offers the operations of the case, the prompts and the parameters', () => {
    expect(changeable.operations.map(({ name }) => name)).toContain('memory_system.extract_facts');
    expect(changeable.prompts.map(({ name }) => name)).toContain('question-answering-prompt');
    expect(changeable.parameters.map(({ name }) => name)).toContain('top_k');
  });

  test('with the blamed output repaired and ideal behaviour after it answers right, and asks no model', async () => {
    const before = model.calls;
    const outcome = await run(planOf([repaired]));
    expect(outcome.answer.scoreBefore).toBe(0);
    expect(outcome.answer.scoreAfter).toBe(1);
    expect(outcome.flips.map(({ queryId }) => queryId)).toEqual([failed.queryId]);
    expect(outcome.operations.recomputed).toBeGreaterThan(0);
    expect(outcome.operations.recorded).toBeGreaterThan(0);
    expect(model.calls).toBe(before);
  });

  test('asks the chosen model for what the change touches, and nothing else', async () => {
    const downstream = { kind: 'model', model: 'simulated' } as const;
    const outcome = await run(planOf([repaired], { downstream }));
    expect(outcome.answer.after).not.toBe(outcome.answer.before);
    expect(outcome.spent.calls).toBeGreaterThan(0);
    const [first] = outcome.changed;
    expect(first?.recorded).toBe(repaired.kind === 'output' ? repaired.opId : '');
  });

  test('without a model says so where one is needed', async () => {
    const downstream = { kind: 'model', model: undefined } as const;
    const refused = await replays.run('r', planOf([repaired], { downstream }), nothing);
    expect(refused.ok ? '' : refused.problem.kind).toBe('replay-needs-model');
  });

  test('of a prompt or a parameter cannot be followed by ideal behaviour', async () => {
    const change = { kind: 'parameter', name: 'top_k', value: 1 } as const;
    const refused = await replays.run('r', planOf([change]), nothing);
    expect(refused.ok ? '' : refused.problem.kind).toBe('replay-not-ideal');
  });

  test('with fewer memories found answers from those', async () => {
    const outcome = await run(
      planOf([{ kind: 'parameter', name: 'top_k', value: 1 }], {
        downstream: { kind: 'model', model: 'simulated' },
        onlyThisQuestion: false,
      }),
    );
    expect(outcome.changed.some(({ name }) => name === 'memory_system.search_vector_store')).toBe(
      true,
    );
  });

  test('can be opened as a trace of the notebook, which holds the question', async () => {
    const outcome = await run(planOf([repaired]));
    const opened = valueOf(await replays.openTrace(outcome.ref, 'replayed.json'));
    expect(opened).not.toBe(key);
    const view = valueOf(await traces.caseView(opened, failed.queryId));
    expect(view.case.prediction).toBe(outcome.answer.after);
    const gone = await replays.openTrace('replay-99', 'x.json');
    expect(gone.ok ? '' : gone.problem.kind).toBe('replay-gone');
  });

  test('that is stopped keeps nothing', async () => {
    const running = replays.run('stopped', planOf([repaired]), nothing);
    await replays.stop('stopped');
    const stopped = await running;
    expect(stopped.ok ? '' : stopped.problem.kind).toBe('cancelled');
  });
});

describe('a data set in the notebook', () => {
  const turn = (n: number, text: string) => ({
    dia_id: `D1:${n}`,
    speaker: n % 2 ? 'Ida' : 'Jon',
    text,
  });
  const dataset = [
    {
      conversation: {
        speaker_a: 'Ida',
        speaker_b: 'Jon',
        session_1_date_time: '1:56 pm on 8 May, 2023',
        session_1: [
          turn(1, 'I planted a walnut tree behind the house last week.'),
          turn(2, 'My sister bakes bread with rye every Sunday.'),
        ],
      },
      qa: [
        {
          question: 'What did Ida plant?',
          answer: 'a walnut tree',
          evidence: ['D1:1'],
          category: 4,
        },
      ],
    },
  ];
  const wish = { sample: 0, model: 'simulated', embedding: undefined, parameters: {} } as const;

  test.each(['mem0', 'rag', 'long-context'] as const)(
    'runs through %s, and its trace is in the notebook',
    async (system) => {
      const { replays, traces } = await notebook();
      const file = valueOf(await replays.samples(new Blob([JSON.stringify(dataset)])));
      expect(file.samples).toEqual([
        { id: 'locomo-1', dataset: 'LoCoMo', sessions: 1, messages: 2, questions: 1 },
      ]);
      const told: number[] = [];
      const run = valueOf(
        await replays.runSample('s', { ...wish, ref: file.ref, system }, ({ done }) =>
          told.push(done),
        ),
      );
      expect(run.questions).toBe(1);
      expect(run.spent.calls).toBeGreaterThan(1);
      expect(told.at(-1)).toBe(3);
      const trace = (await traces.traces()).find(({ key }) => key === run.traceKey);
      expect(trace).toMatchObject({ system, judged: 1, name: `locomo-1.${system}.json` });
    },
  );

  test('that is none says what can be read', async () => {
    const { replays } = await notebook();
    const refused = await replays.samples(new Blob(['{"a": 1}']));
    expect(refused.ok ? '' : refused.problem.kind).toBe('conversation-unreadable');
  });
});
