import type { TraceKey } from '../../base/brand';
import type { LabRecord, RunRecord } from '../../optimize/records/records';
import type { TrialOfTrace } from '../../optimize/loop/steps';
import { promptVariables, type PromptVariable } from '../../optimize/targets/optimisable';
import type { TrialTrace } from '../../optimize/trial/scope';
import type { TrialChoice } from './contract';

/** Every prompt variable of the traces, as the first trace that has it says. */
export function variablesOf(opened: ReadonlyMap<TraceKey, TrialTrace>): readonly PromptVariable[] {
  const found = new Map<string, PromptVariable>();
  for (const { graph } of opened.values())
    for (const each of promptVariables(graph)) {
      const known = found.get(each.name);
      found.set(
        each.name,
        known === undefined ? each : { ...known, reads: known.reads + each.reads },
      );
    }
  return [...found.values()];
}

/** The text of a prompt variable as the traces recorded it. */
export const recordedText = (lab: LabRecord, target: string): string =>
  lab.versions.find((each) => each.target === target && each.origin === 'recorded')?.text ?? '';
/** The version of a prompt variable that is kept. */
export const keptId = (lab: LabRecord, target: string): string =>
  lab.kept.find(([name]) => name === target)?.[1] ?? '';
/** Its text. */
export const keptText = (lab: LabRecord, target: string): string =>
  lab.versions.find(({ id }) => id === keptId(lab, target))?.text ?? recordedText(lab, target);

/**
 * The texts that a trial puts into the recorded run: the chosen versions, and what is kept where that is not
 * the record. A control puts the recorded texts there, so that everything they touch is asked anew.
 */
export function promptsOf(
  lab: LabRecord,
  { kind, versions }: TrialChoice,
): ReadonlyMap<string, string> {
  if (kind === 'control')
    return new Map(lab.kept.map(([target]) => [target, keptText(lab, target)]));
  const chosen = new Map(versions);
  const texts = new Map<string, string>();
  for (const [target] of lab.kept) {
    const version = lab.versions.find(({ id }) => id === chosen.get(target));
    const text = version?.text ?? keptText(lab, target);
    if (text !== recordedText(lab, target)) texts.set(target, text);
  }
  return texts;
}

/** Lists need no answers: they are fetched when two runs are compared. */
export const withoutAnswers = (tried: TrialOfTrace): TrialOfTrace => ({ ...tried, answers: [] });

/** A run without the answers of its trials. */
export function briefRun(run: RunRecord): RunRecord {
  if (run.result === undefined) return run;
  const { result } = run;
  return {
    ...run,
    result: {
      ...result,
      before: [],
      after: [],
      control: result.control.map(withoutAnswers),
      rounds: result.rounds.map((round) => ({ ...round, trial: round.trial.map(withoutAnswers) })),
    },
  };
}
