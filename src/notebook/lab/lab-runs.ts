import type { TraceKey } from '../../base/brand';
import { problem } from '../../base/problem';
import { err, ok, type Result } from '../../base/result';
import { shownType } from '../../cases/verdict';
import { answered, questionKey, type AnsweredQuestion } from '../../optimize/compare/answers';
import type { LabRecord, RunRecord } from '../../optimize/records/records';
import { partOf } from '../../optimize/split/split';
import { spentBy } from '../../optimize/loop/steps';
import type { FoundError } from '../../optimize/trial/run-trial';
import type { Spending } from '../../optimize/trial/spending';
import type { BegunRun, RecordedRun, RunRef } from './contract';
import { conversationOf, judgedCases, openLabTrace, presentTraces } from './lab-traces';
import type { LabTraceParts } from './lab-traces';

/** What a run answered, by whatever way it came about. */
export interface RunAnswers {
  readonly answers: readonly AnsweredQuestion[];
  /** Error types of the failed cases, by question of the lab. */
  readonly errors: ReadonlyMap<string, FoundError['errorType']>;
  /** Trace of the lab → where its answers can be looked at. */
  readonly places: ReadonlyMap<TraceKey, { readonly ref?: string; readonly key?: TraceKey }>;
  /** What it asked of models; `undefined` for a recorded run, which does not tell. */
  readonly spent: Spending | undefined;
}

/** Reads the answers of a run of a lab. */
export async function answersOfRun(
  parts: LabTraceParts,
  lab: LabRecord,
  run: RunRef,
): Promise<Result<RunAnswers>> {
  switch (run.kind) {
    case 'record':
      return recordOf(
        parts,
        lab,
        new Map(presentTraces(parts.book, lab).map(({ key }) => [key, key])),
      );
    case 'recorded': {
      const other = (await recordedRuns(parts, lab)).find(({ id }) => id === run.id);
      if (other === undefined) return err(problem('lab-missing'));
      return recordOf(parts, lab, await pairTraces(parts, lab, other.traces));
    }
    case 'trial': {
      const trials = await parts.store.labs.trials(lab.id);
      if (!trials.ok) return trials;
      const trial = trials.value.find(({ id }) => id === run.id);
      return trial === undefined
        ? err(problem('lab-missing'))
        : ok(triedAnswers(trial.tried, trial.spent));
    }
    case 'round': {
      const runs = await parts.store.labs.runs(lab.id);
      if (!runs.ok) return runs;
      const result = runs.value.find(({ id }) => id === run.run)?.result;
      const tried =
        run.round === 0
          ? result?.control
          : result?.rounds.find(({ round }) => round === run.round)?.trial;
      if (tried === undefined) return err(problem('lab-missing'));
      const spent = await spentInRound(parts, lab, run);
      return spent.ok ? ok(triedAnswers(tried, spent.value)) : spent;
    }
  }
}

/** What the steps of one round cost: suggestions and trial, lost tries included. */
export async function spentInRound(
  { store }: LabTraceParts,
  lab: LabRecord,
  { run, round }: Extract<RunRef, { kind: 'round' }>,
): Promise<Result<Spending>> {
  const steps = await store.labs.steps(`${lab.id}/${run}`);
  if (!steps.ok) return steps;
  const own = new RegExp(`^(?:lost/\\d+/)?round-${round}/`);
  return ok(spentBy(steps.value.flatMap(({ key, step }) => (own.test(key) ? [step] : []))));
}

/** How far the runs of a lab are that have not ended, from the steps that are kept of them. */
export async function begunRuns(
  { store }: Pick<LabTraceParts, 'store'>,
  lab: LabRecord,
  runs: readonly RunRecord[],
): Promise<Result<readonly BegunRun[]>> {
  const begun: BegunRun[] = [];
  for (const { id, result } of runs) {
    if (result !== undefined && result.stopped === undefined) continue;
    const steps = await store.labs.steps(`${lab.id}/${id}`);
    if (!steps.ok) return steps;
    const kept = steps.value.filter(({ step }) => step.kind !== 'lost');
    const rounds = kept.map(({ key }) => Number(/^round-(\d+)\//.exec(key)?.[1] ?? 0));
    begun.push({
      id,
      steps: kept.length,
      round: Math.max(0, ...rounds),
      spent: spentBy(steps.value.map(({ step }) => step)),
    });
  }
  return ok(begun);
}

const triedAnswers = (
  tried: readonly {
    readonly traceKey: TraceKey;
    readonly ref: string;
    readonly answers: readonly AnsweredQuestion[];
    readonly errors: readonly FoundError[];
  }[],
  spent: Spending,
): RunAnswers => ({
  spent,
  answers: tried.flatMap(({ answers }) => answers),
  errors: new Map(
    tried.flatMap(({ traceKey, errors }) =>
      errors.map(({ queryId, errorType }) => [questionKey({ traceKey, queryId }), errorType]),
    ),
  ),
  places: new Map(tried.map(({ traceKey, ref }) => [traceKey, { ref }])),
});

/** @param pairs trace of the lab → the trace of the notebook that stands for it */
async function recordOf(
  parts: LabTraceParts,
  lab: LabRecord,
  pairs: ReadonlyMap<TraceKey, TraceKey>,
): Promise<Result<RunAnswers>> {
  const part = partOf(lab.split);
  const answers: AnsweredQuestion[] = [];
  const errors = new Map<string, FoundError['errorType']>();
  for (const [traceKey, other] of pairs) {
    const trace = await openLabTrace(parts, other);
    if (!trace.ok) return trace;
    for (const each of trace.value.cases) {
      const key = questionKey({ traceKey, queryId: each.queryId });
      const own = part(key);
      if (own === undefined) continue;
      answers.push(answered({ ...each, traceKey }, own));
      const verdict = trace.value.verdicts.get(each.queryId);
      if (verdict !== undefined) errors.set(key, shownType(verdict));
    }
  }
  const places = new Map([...pairs].map(([traceKey, key]) => [traceKey, { key }]));
  return ok({ answers, errors, places, spent: undefined });
}

/**
 * Traces of the notebook over the same conversations that are not the lab's own: one run for each folder; of
 * files that lie in none, each run takes one for each conversation, in the order in which they came.
 */
export async function recordedRuns(
  parts: LabTraceParts,
  lab: LabRecord,
): Promise<readonly RecordedRun[]> {
  const own = new Set([...lab.traces.map(({ key }) => key), ...(lab.opened ?? [])]);
  const wanted = new Set(lab.traces.map(({ conversation }) => conversation));
  const found: {
    readonly folder: string;
    readonly traces: { readonly key: TraceKey; readonly name: string }[];
    readonly conversations: Set<string>;
  }[] = [];
  for (const { key, name, path, system } of parts.book.summaries()) {
    if (own.has(key) || system !== lab.system || judgedCases(parts.book, key).length === 0)
      continue;
    const conversation = await conversationOf(parts, key);
    if (conversation === undefined || !wanted.has(conversation)) continue;
    const folder = path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '';
    const same = found.find(
      (run) => run.folder === folder && (folder !== '' || !run.conversations.has(conversation)),
    );
    if (same === undefined)
      found.push({ folder, traces: [{ key, name }], conversations: new Set([conversation]) });
    else {
      same.traces.push({ key, name });
      same.conversations.add(conversation);
    }
  }
  return found.map(({ folder, traces }) => ({
    // The first trace stays the first when more come.
    id: folder || (traces[0]?.key ?? ''),
    name: folder || traces.map(({ name }) => name).join(', '),
    traces: traces.map(({ key }) => key),
  }));
}

async function pairTraces(
  parts: LabTraceParts,
  lab: LabRecord,
  others: readonly TraceKey[],
): Promise<ReadonlyMap<TraceKey, TraceKey>> {
  const byConversation = new Map<string, TraceKey>();
  for (const key of others) {
    const conversation = await conversationOf(parts, key);
    if (conversation !== undefined) byConversation.set(conversation, key);
  }
  return new Map(
    lab.traces.flatMap(({ key, conversation }) => {
      const other = byConversation.get(conversation);
      return other === undefined ? [] : [[key, other] as const];
    }),
  );
}
