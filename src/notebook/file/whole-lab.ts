import { ok, type Result } from '../../base/result';
import type { LoopResult } from '../../optimize/loop/loop';
import type { LoopStep, TrialOfTrace } from '../../optimize/loop/steps';
import type {
  LabRecord,
  RunRecord,
  StepRecord,
  SuggestionRecord,
  TrialRecord,
} from '../../optimize/records/records';
import type { Store } from '../../store/store';

/** A lab with everything that is kept of it; replayed traces are named by their refs. */
export interface WholeLab {
  readonly lab: LabRecord;
  readonly trials: readonly TrialRecord[];
  readonly suggestions: readonly SuggestionRecord[];
  readonly runs: readonly RunRecord[];
  readonly steps: readonly StepRecord[];
}

/** Reads a lab; `undefined` when it is not stored here. */
export async function gatherLab(
  { labs }: Pick<Store, 'labs'>,
  id: string,
): Promise<Result<WholeLab | undefined>> {
  const lab = await labs.get(id);
  if (!lab.ok) return lab;
  if (lab.value === undefined) return ok(undefined);
  const trials = await labs.trials(id);
  if (!trials.ok) return trials;
  const suggestions = await labs.suggestions(id);
  if (!suggestions.ok) return suggestions;
  const runs = await labs.runs(id);
  if (!runs.ok) return runs;
  const steps: StepRecord[] = [];
  for (const run of runs.value) {
    const own = await labs.steps(runKey(id, run.id));
    if (!own.ok) return own;
    steps.push(...own.value);
  }
  return ok({
    lab: lab.value,
    trials: trials.value,
    suggestions: suggestions.value,
    runs: runs.value,
    steps,
  });
}

/** Stores a lab, the record last: a lab is there once all of it is. */
export async function storeLab(
  { labs }: Pick<Store, 'labs'>,
  { lab, trials, suggestions, runs, steps }: WholeLab,
): Promise<Result<void>> {
  for (const step of steps) {
    const kept = await labs.putStep(step);
    if (!kept.ok) return kept;
  }
  for (const run of runs) {
    const kept = await labs.putRun(run);
    if (!kept.ok) return kept;
  }
  for (const trial of trials) {
    const kept = await labs.putTrial(trial);
    if (!kept.ok) return kept;
  }
  for (const suggestion of suggestions) {
    const kept = await labs.putSuggestion(suggestion);
    if (!kept.ok) return kept;
  }
  return labs.put(lab);
}

/** Where the steps of a run are kept. */
export const runKey = (lab: string, run: string): string => `${lab}/${run}`;

/** The refs of every replayed trace that a lab speaks of, each once. */
export function refsOf({ trials, runs, steps }: WholeLab): readonly string[] {
  const tried = [
    ...trials.flatMap((trial) => trial.tried),
    ...runs.flatMap(({ result }) =>
      result === undefined
        ? []
        : [...result.control, ...result.rounds.flatMap(({ trial }) => trial)],
    ),
    ...steps.flatMap(({ step }) => (step.kind === 'trial' ? [step.value] : [])),
  ];
  return [...new Set(tried.map(({ ref }) => ref))];
}

/**
 * Steps that only say what they cost: a run goes on from its steps and their replayed traces, and where
 * those do not come along it makes them again.
 */
export function withoutSteps(whole: WholeLab): WholeLab {
  const steps = whole.steps.map(({ runId, step }, i): StepRecord => {
    const { spent } = step;
    // What was lost before keeps its place in the key: it tells the round that paid for it.
    const key = `lost/${i + 1}/${step.key.replace(/^lost\/\d+\//, '')}`;
    return { runId, key, step: { kind: 'lost', key, spent } };
  });
  return { ...whole, steps };
}

/** The ref of a replayed trace under another id of its lab. */
export const movedRef = (ref: string, from: string, to: string): string =>
  ref.startsWith(`${from}/`) ? `${to}${ref.slice(from.length)}` : ref;

/** The lab under another id, where its own is taken by another state of it. */
export function movedLab(whole: WholeLab, to: string): WholeLab {
  const from = whole.lab.id;
  const moved = (tried: TrialOfTrace): TrialOfTrace => ({
    ...tried,
    ref: movedRef(tried.ref, from, to),
  });
  const movedResult = (result: LoopResult): LoopResult => ({
    ...result,
    control: result.control.map(moved),
    rounds: result.rounds.map((round) => ({ ...round, trial: round.trial.map(moved) })),
  });
  const movedStep = (step: LoopStep): LoopStep =>
    step.kind === 'trial' ? { ...step, value: moved(step.value) } : step;
  return {
    lab: { ...whole.lab, id: to },
    trials: whole.trials.map((each) => ({ ...each, labId: to, tried: each.tried.map(moved) })),
    suggestions: whole.suggestions.map((each) => ({ ...each, labId: to })),
    runs: whole.runs.map((each) => ({
      ...each,
      labId: to,
      result: each.result && movedResult(each.result),
    })),
    steps: whole.steps.map((each) => ({
      ...each,
      runId: movedRef(each.runId, from, to),
      step: movedStep(each.step),
    })),
  };
}
