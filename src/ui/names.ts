import { REPORT_NAMES } from '../notebook/vocabulary';
import type { Outcome } from '../cases/case';
import type { EvidenceMode, EvidenceQuery } from '../cases/verdict';

/** The names of things that verdicts, traces and filters speak of; a report uses the same. */
export const NAMES = {
  errorType: REPORT_NAMES.errorType,
  errorMeaning: REPORT_NAMES.meaning,
  system: REPORT_NAMES.system,
  stage: REPORT_NAMES.stage,
  status: REPORT_NAMES.status,
  outcome: {
    failed: 'Failed',
    passed: 'Passed',
    unscored: 'Unscored',
  } satisfies Record<Outcome, string>,
  evidence: {
    labelled: 'Labelled evidence',
    retrieved: 'Retrieved evidence',
  } satisfies Record<EvidenceMode, string>,
  evidenceQuery: {
    gold: 'question and gold answer',
    prediction: 'question and prediction',
    question: 'question only',
  } satisfies Record<EvidenceQuery, string>,
} as const;

/** Name of a verdict, label or filter value; unknown values are shown as they are. */
export function nameOf(names: Readonly<Record<string, string>>, value: string): string {
  return Object.hasOwn(names, value) ? (names[value] ?? value) : value;
}
