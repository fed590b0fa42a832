import type { Case } from './case';
import { isMemoryError } from './evaluation';
import { isOperationRight, isTypeRight } from './evaluation-scores';
import { shownType, type Verdict } from './verdict';

/** A labelled case with the verdicts of two ways of attributing it. */
export interface Pair {
  readonly case: Case;
  readonly left: Verdict | undefined;
  readonly right: Verdict | undefined;
}

/** Of the cases both are compared on: how often which of the two is right. */
export interface PairedCounts {
  readonly both: number;
  readonly onlyLeft: number;
  readonly onlyRight: number;
  readonly neither: number;
}

/** Two runs side by side; `n` is the labelled memory errors, as in an evaluation. */
export interface Comparison {
  readonly n: number;
  readonly errorType: PairedCounts;
  readonly operation: PairedCounts;
  /** Cases whose verdicts differ in shown type or in operation, labelled or not, in their order. */
  readonly disagreements: readonly Pair[];
  /** Cases that only one of the two has a verdict for; they are among the disagreements. */
  readonly oneSided: number;
}

/** Compares two runs case by case; a missing verdict is wrong, and differs from any other. */
export function compare(pairs: readonly Pair[]): Comparison {
  const memory = pairs.filter((pair) => isMemoryError(pair.case));
  return {
    n: memory.length,
    errorType: countsOf(memory, isTypeRight),
    operation: countsOf(memory, isOperationRight),
    disagreements: pairs.filter(({ left, right }) => !isSameAnswer(left, right)),
    oneSided: pairs.filter(({ left, right }) => (left === undefined) !== (right === undefined))
      .length,
  };
}

/** Whether two verdicts give the same answer: shown type and operation, compared by equality. */
function isSameAnswer(a: Verdict | undefined, b: Verdict | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return shownType(a) === shownType(b) && a.opId === b.opId;
}

function countsOf(
  pairs: readonly Pair[],
  isRight: (judged: { readonly case: Case; readonly verdict: Verdict | undefined }) => boolean,
): PairedCounts {
  let both = 0;
  let onlyLeft = 0;
  let onlyRight = 0;
  for (const { case: c, left, right } of pairs) {
    const isLeft = isRight({ case: c, verdict: left });
    const isOther = isRight({ case: c, verdict: right });
    if (isLeft && isOther) both++;
    else if (isLeft) onlyLeft++;
    else if (isOther) onlyRight++;
  }
  return { both, onlyLeft, onlyRight, neither: pairs.length - both - onlyLeft - onlyRight };
}
