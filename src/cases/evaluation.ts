import { needsVerdict, type Case } from './case';
import { ERROR_TYPES, MEMORY_ERROR_TYPES, type ErrorType } from './error-type';
import { scoresOf, type Judged, type Scores } from './evaluation-scores';
import { shownType, type EvidenceMode } from './verdict';

export {
  isOperationRight,
  isStageRight,
  isTypeRight,
  type Distance,
  type Judged,
  type Scores,
} from './evaluation-scores';

/**
 * How verdicts compare with labels. The denominator of the accuracies is every case labelled with
 * one of the five memory error types, a missing verdict counting as wrong (memtrace-method §8);
 * the confusion matrix holds every labelled case.
 */
export interface Evaluation {
  readonly overall: Scores;
  readonly bySystem: readonly ScoredGroup[];
  readonly byDataset: readonly ScoredGroup[];
  readonly byQuestionType: readonly ScoredGroup[];
  /** By the labelled error type, in pipeline order: each share is the recall of that type. */
  readonly byErrorType: readonly ScoredGroup[];
  readonly confusion: Confusion;
  /** How many of the compared verdicts started from which evidence. */
  readonly evidence: Readonly<Record<EvidenceMode, number>>;
}

/** The scores of the cases that share a value; the name is empty where the trace does not say. */
export interface ScoredGroup {
  readonly name: string;
  readonly scores: Scores;
}

/** `counts[row][column]`: cases labelled `rows[row]` whose verdict was `columns[column]`. */
export interface Confusion {
  readonly rows: readonly ErrorType[];
  readonly columns: readonly (ErrorType | 'none')[];
  readonly counts: readonly (readonly number[])[];
}

const MEMORY = new Set<ErrorType>(MEMORY_ERROR_TYPES);

/** Whether a case counts in the accuracies: labelled with one of the five memory error types. */
export const isMemoryError = ({ label }: Pick<Case, 'label'>): boolean =>
  label !== undefined && MEMORY.has(label.errorType);

/**
 * Compares verdicts with labels by equality of type and of operation id.
 * @param judged any cases; those without a label, and those that the judge passed, are left out
 */
export function evaluate(judged: readonly Judged[]): Evaluation {
  const labelled = judged.filter((j) => j.case.label !== undefined && needsVerdict(j.case));
  const memory = labelled.filter((j) => isMemoryError(j.case));
  return {
    overall: scoresOf(memory),
    bySystem: grouped(memory, (c) => c.system),
    byDataset: grouped(memory, (c) => c.dataset),
    byQuestionType: grouped(memory, (c) => c.questionType),
    byErrorType: grouped(memory, (c) => c.label?.errorType ?? '', MEMORY_ERROR_TYPES),
    confusion: confusionOf(labelled),
    evidence: {
      labelled: fromEvidence(labelled, 'labelled'),
      retrieved: fromEvidence(labelled, 'retrieved'),
    },
  };
}

const fromEvidence = (cases: readonly Judged[], mode: EvidenceMode): number =>
  cases.filter((j) => j.verdict?.evidenceMode === mode).length;

/** The scores of each group of cases, in alphabetical order unless another is given. */
function grouped(
  cases: readonly Judged[],
  nameOf: (c: Case) => string,
  order?: readonly string[],
): readonly ScoredGroup[] {
  const groups = new Map<string, Judged[]>();
  for (const judged of cases) {
    const name = nameOf(judged.case);
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [judged]);
    else group.push(judged);
  }
  const place = (name: string): number => order?.indexOf(name) ?? 0;
  return [...groups]
    .sort(([a], [b]) => place(a) - place(b) || (a < b ? -1 : 1))
    .map(([name, group]) => ({ name, scores: scoresOf(group) }));
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
