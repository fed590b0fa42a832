import { askForVerdict } from '../../attribution/ask-model';
import type { AgentStep } from '../../attribution/agent/asking';
import { problem, type Problem } from '../../base/problem';
import { err, type Result } from '../../base/result';
import type { Case } from '../../cases/case';
import type { ModelShare, Verdict } from '../../cases/verdict';
import type { EvolutionGraph } from '../../graph/evolution-graph';
import type { ChatModel } from '../../models/contract/chat';
import type { RunCaseRow, RunRow } from '../../store/rows';
import type { RunDoor } from '../../store/run-door';
import type { RunPlan } from './contract';
import { SIDE_BY_SIDE } from './estimate';
import { inAll, nothingSpent, together, ToldModel } from './spent';

/** What a run works with. */
export interface LoopParts {
  readonly runs: Pick<RunDoor, 'putCase'>;
  readonly model: ChatModel;
  readonly graph: (key: Case['traceKey']) => Promise<Result<EvolutionGraph>>;
  readonly find: (of: RunRow['cases'][number]) => Case | undefined;
  readonly all: (key: Case['traceKey']) => readonly Case[];
  readonly signal: AbortSignal;
  readonly onStep: (failed: Case, step: AgentStep) => void;
  /** Told after each case was stored. */
  readonly onCase: (row: RunCaseRow) => void;
}

/** Problems that every other case would meet too: the run waits instead of failing case after case. */
const STOPPING: ReadonlySet<Problem['kind']> = new Set([
  'run-stopped',
  'model-budget',
  'model-no-key',
  'model-not-chosen',
  'model-offline',
]);

/**
 * Works through the cases of a run that are not finished, several at once.
 * @param rows what is stored of its cases
 * @returns the problem that stopped it, `undefined` when every case was worked on
 */
export async function workThrough(
  run: RunRow,
  plan: RunPlan,
  rows: ReadonlyMap<string, RunCaseRow>,
  retry: boolean,
  parts: LoopParts,
): Promise<Problem | undefined> {
  const waiting = run.cases.filter((one) => {
    const state = rows.get(nameOf(one))?.state;
    return state !== 'done' && (state !== 'failed' || retry);
  });
  let stopped: Problem | undefined;
  let next = 0;
  const work = async (): Promise<void> => {
    for (;;) {
      const one = waiting[next++];
      if (one === undefined || stopped !== undefined) return;
      const met = await workOn(run, plan, one, rows.get(nameOf(one)), parts);
      if (met !== undefined) stopped ??= met;
    }
  };
  const lanes = parts.model.description.onDevice ? 1 : SIDE_BY_SIDE;
  await Promise.all(Array.from({ length: Math.min(lanes, waiting.length) }, work));
  return stopped;
}

/** @returns the problem that has to stop the run */
async function workOn(
  run: RunRow,
  plan: RunPlan,
  one: RunRow['cases'][number],
  before: RunCaseRow | undefined,
  parts: LoopParts,
): Promise<Problem | undefined> {
  if (parts.signal.aborted) return problem('run-stopped');
  const row: RunCaseRow = {
    runId: run.id,
    ...one,
    state: 'begun',
    verdict: undefined,
    opName: '',
    problem: undefined,
    spent: before?.spent,
  };
  let spent = before?.spent ?? nothingSpent(parts.model.description.id);
  // A call that was made is written down before its answer is used: a crash costs at most what is in flight.
  const model = new ToldModel(parts.model, async (call) => {
    spent = together(spent, call);
    const kept = await parts.runs.putCase({ ...row, spent });
    if (!kept.ok) throw new StoreFailed(kept.problem);
  });
  const failed = parts.find(one);
  const graph = await parts.graph(one.traceKey);
  const verdict =
    failed === undefined || !graph.ok
      ? err(
          graph.ok ? problem('not-in-trace', `No judged question ${one.queryId}.`) : graph.problem,
        )
      : await guarded(() =>
          askForVerdict(graph.value, failed, parts.all(one.traceKey), {
            ...plan,
            model,
            signal: parts.signal,
            onStep: (step) => parts.onStep(failed, step),
          }),
        );
  if (!verdict.ok && STOPPING.has(verdict.problem.kind)) return verdict.problem;
  const finished: RunCaseRow = verdict.ok
    ? {
        ...row,
        state: 'done',
        verdict: named(run, verdict.value, before?.spent),
        opName: graph.ok ? opNameOf(graph.value, verdict.value) : '',
        spent: undefined,
      }
    : { ...row, state: 'failed', problem: verdict.problem, spent };
  const kept = await parts.runs.putCase(finished);
  if (!kept.ok) return kept.problem;
  parts.onCase(finished);
  return undefined;
}

const nameOf = ({ traceKey, queryId }: RunRow['cases'][number]): string => `${traceKey} ${queryId}`;

export { nameOf as caseName };

function named(run: RunRow, verdict: Verdict, earlier: ModelShare | undefined): Verdict {
  const { asked } = verdict;
  return {
    ...verdict,
    run: { id: run.id, name: run.name },
    ...(asked && { asked: inAll(earlier, asked) }),
  };
}

function opNameOf(graph: EvolutionGraph, verdict: Verdict): string {
  const op = graph.findOperation(verdict.opId);
  return op === undefined ? '' : graph.operationName(op);
}

/** Carries a problem of the store out of a call of the model. */
class StoreFailed extends Error {
  constructor(readonly problem: Problem) {
    super(problem.title);
  }
}

/** A fault of ours, or of the store, in one case is the problem of that case. */
async function guarded(work: () => Promise<Result<Verdict>>): Promise<Result<Verdict>> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StoreFailed) return err(error.problem);
    return err(problem('unexpected', error instanceof Error ? error.message : String(error)));
  }
}
