import { ok, type Result } from '../../base/result';
import { questionKey } from '../../optimize/compare/answers';
import { compareRuns } from '../../optimize/compare/compare';
import { gate } from '../../optimize/compare/gate';
import { judgeAgreement } from '../../optimize/compare/judge-agreement';
import { changeReport } from '../../optimize/exchange/change-report';
import type { LabRecord, TrialRecord } from '../../optimize/records/records';
import { NOTHING_SPENT } from '../../optimize/trial/spending';
import type { ComparisonView, RunRef } from './contract';
import { recordedText } from './lab-prompts';
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
  // Traces that a trial did not touch are in neither figure.
  const touched = new Set(anew.value.answers.map(({ traceKey }) => traceKey));
  const oldAnswers = old.value.answers.filter(({ traceKey }) => touched.has(traceKey));
  const answers = anew.value.answers;
  const oldErrors = new Map(
    [...old.value.errors].filter(([key]) => oldAnswers.some((each) => questionKey(each) === key)),
  );
  const formerErrors = oldErrors;
  const comparison = compareRuns(oldAnswers, answers, { formerErrors, seed: SEED });
  const names = new Set<string>([...oldErrors.values(), ...anew.value.errors.values()]);
  const count = (errors: ReadonlyMap<string, string>, name: string): number =>
    [...errors.values()].filter((each) => each === name).length;
  return ok({
    comparison,
    gate: gate(oldAnswers, answers, SEED),
    errors: [...names].sort().map((name) => ({
      name,
      before: count(oldErrors, name),
      after: count(anew.value.errors, name),
    })),
    agreement: judgeAgreement(answers),
    places: [...anew.value.places].map(([traceKey, { ref, key }]) => ({
      traceKey,
      ref,
      inNotebook: key,
    })),
  });
}

/** A comparison as a Markdown change report. */
export function reportOf(
  lab: LabRecord,
  view: ComparisonView,
  before: RunRef,
  after: RunRef,
  trial: TrialRecord | undefined,
): string {
  return changeReport({
    title: `Trial of prompts: ${lab.system}`,
    before: nameOf(before),
    after: nameOf(after),
    scope: trial?.scope ?? 'recorded',
    prompts: (trial?.versions ?? []).map(([target, id]) => {
      const version = lab.versions.find((each) => each.id === id);
      return {
        target,
        before: recordedText(lab, target),
        after: version?.text ?? '',
        note: version?.note ?? '',
      };
    }),
    comparison: view.comparison,
    gate: view.gate,
    errors: view.errors,
    spent: trial?.spent ?? NOTHING_SPENT,
  });
}

function nameOf(run: RunRef): string {
  switch (run.kind) {
    case 'record':
      return 'the recorded run';
    case 'round':
      return `${run.run}, round ${run.round}`;
    case 'recorded':
    case 'trial':
      return run.id;
  }
}
