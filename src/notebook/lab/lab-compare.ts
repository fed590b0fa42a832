import { ok, type Result } from '../../base/result';
import type { ErrorType } from '../../cases/error-type';
import { questionKey } from '../../optimize/compare/answers';
import { compareRuns } from '../../optimize/compare/compare';
import { gate } from '../../optimize/compare/gate';
import { judgeAgreement } from '../../optimize/compare/judge-agreement';
import type { LabRecord } from '../../optimize/records/records';
import type { ComparisonView, RunRef } from './contract';
import { changedPrompts, promptsOfRun } from './lab-report';
import { answersOfRun } from './lab-runs';
import type { LabTraceParts } from './lab-traces';

/** Draws that decide intervals and p-values: fixed, so that a comparison looks the same each time. */
const SEED = 20_260_101;

/** Compares two runs of a lab. */
export async function compareInLab(
  parts: LabTraceParts,
  lab: LabRecord,
  before: RunRef,
  after: RunRef,
): Promise<Result<ComparisonView>> {
  const old = await answersOfRun(parts, lab, before);
  if (!old.ok) return old;
  const anew = await answersOfRun(parts, lab, after);
  if (!anew.ok) return anew;
  const oldPrompts = await promptsOfRun(parts, lab, before);
  if (!oldPrompts.ok) return oldPrompts;
  const prompts = await promptsOfRun(parts, lab, after);
  if (!prompts.ok) return prompts;
  // Traces that a trial did not touch are in neither figure.
  const touched = new Set(anew.value.answers.map(({ traceKey }) => traceKey));
  const oldAnswers = old.value.answers.filter(({ traceKey }) => touched.has(traceKey));
  const answers = anew.value.answers;
  const asked = new Set(oldAnswers.map(questionKey));
  const oldErrors = new Map([...old.value.errors].filter(([key]) => asked.has(key)));
  const comparison = compareRuns(oldAnswers, answers, { formerErrors: oldErrors, seed: SEED });
  const names = new Set([...oldErrors.values(), ...anew.value.errors.values()]);
  const count = (errors: ReadonlyMap<string, ErrorType>, name: ErrorType): number =>
    [...errors.values()].filter((each) => each === name).length;
  return ok({
    comparison,
    gate: gate(oldAnswers, answers, SEED, prompts.value.tries),
    scope: prompts.value.scope,
    prompts: changedPrompts(oldPrompts.value, prompts.value),
    errors: [...names].sort().map((name) => ({
      name,
      before: count(oldErrors, name),
      after: count(anew.value.errors, name),
    })),
    agreement: judgeAgreement(answers),
    spent: { before: old.value.spent, after: anew.value.spent },
    places: [...anew.value.places].map(([traceKey, { ref, key }]) => ({
      traceKey,
      ref,
      inNotebook: key,
    })),
  });
}
