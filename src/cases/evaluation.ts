import { wilson, type Share } from '../base/statistics/wilson';
import type { Case } from './case';
import { ERROR_TYPES, MEMORY_ERROR_TYPES, type ErrorType } from './error-type';
import { shownType, type EvidenceMode, type Verdict } from './verdict';

/**
 * How verdicts compare with labels. The denominator of the accuracies is every case labelled with
 * one of the five memory error types, a missing verdict counting as wrong (memtrace-method §8);
 * the confusion matrix holds every labelled case.
 */
export interface Evaluation {
  readonly overall: Scores;
  readonly bySystem: readonly { readonly name: string; readonly scores: Scores }[];
  readonly confusion: Confusion;
  /** How many of the compared verdicts started from which evidence. */
  readonly evidence: Readonly<Record<EvidenceMode, number>>;
}

export interface Scores {
  readonly errorType: Share;
  readonly operation: Share;
  /** Error type and operation right together. */
  readonly joint: Share;
  /** Labelled memory errors without any verdict. */
  readonly missing: number;
}

/** `counts[row][column]`: cases labelled `rows[row]` whose verdict was `columns[column]`. */
export interface Confusion {
  readonly rows: readonly ErrorType[];
  readonly columns: readonly (ErrorType | 'none')[];
  readonly counts: readonly (readonly number[])[];
}

/** A labelled case with the verdict to compare, if there is one. */
export interface Judged {
  readonly case: Case;
  readonly verdict: Verdict | undefined;
}

const MEMORY = new Set<ErrorType>(MEMORY_ERROR_TYPES);

/**
 * Compares verdicts with labels by equality of type and of operation id.
 * @param judged any cases; those without a label are left out
 */
export function evaluate(judged: readonly Judged[]): Evaluation {
  const labelled = judged.filter((j) => j.case.label !== undefined);
  const memory = labelled.filter((j) => MEMORY.has(j.case.label?.errorType ?? 'AnnotationError'));
  const systems = [...new Set(memory.map((j) => j.case.system))].sort();
  return {
    overall: scoresOf(memory),
    bySystem: systems.map((name) => ({
      name,
      scores: scoresOf(memory.filter((j) => j.case.system === name)),
    })),
    confusion: confusionOf(labelled),
    evidence: {
      labelled: fromEvidence(labelled, 'labelled'),
      retrieved: fromEvidence(labelled, 'retrieved'),
    },
  };
}

const fromEvidence = (cases: readonly Judged[], mode: EvidenceMode): number =>
  cases.filter((j) => j.verdict?.evidenceMode === mode).length;

/** Whether the verdict names the labelled error type; what is compared is the type shown. */
export const isTypeRight = ({ case: c, verdict }: Judged): boolean =>
  verdict !== undefined && shownType(verdict) === c.label?.errorType;

/** Whether the verdict names the labelled operation; a doubt that replaces the type names none. */
export const isOperationRight = ({ case: c, verdict }: Judged): boolean =>
  verdict !== undefined &&
  shownType(verdict) === verdict.errorType &&
  verdict.opId === c.label?.opId;

function scoresOf(cases: readonly Judged[]): Scores {
  const count = (test: (j: Judged) => boolean): Share =>
    wilson(cases.filter(test).length, cases.length);
  return {
    errorType: count(isTypeRight),
    operation: count(isOperationRight),
    joint: count((j) => isTypeRight(j) && isOperationRight(j)),
    missing: cases.filter((j) => j.verdict === undefined).length,
  };
}

function confusionOf(labelled: readonly Judged[]): Confusion {
  const columns = [...ERROR_TYPES, 'none'] as const;
  const counts = ERROR_TYPES.map((row) =>
    columns.map(
      (column) =>
        labelled.filter(
          ({ case: c, verdict }) =>
            c.label?.errorType === row &&
            (verdict === undefined ? 'none' : shownType(verdict)) === column,
        ).length,
    ),
  );
  return { rows: ERROR_TYPES, columns, counts };
}
