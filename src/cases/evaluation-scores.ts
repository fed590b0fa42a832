import { wilson, type Share } from '../base/statistics/wilson';
import type { Case } from './case';
import { stageOfType } from './error-type';
import { shownType, type Verdict } from './verdict';

/** A labelled case with the verdict to compare, if there is one. */
export interface Judged {
  readonly case: Case;
  readonly verdict: Verdict | undefined;
  /**
   * How many operations of the trace the verdict's operation ran after the labelled one, in
   * execution order; negative when before it, absent when the trace does not hold both.
   */
  readonly stepsLate?: number | undefined;
}

/** Shares of agreement over a set of labelled memory errors. */
export interface Scores {
  readonly errorType: Share;
  readonly operation: Share;
  /** Error type and operation right together. */
  readonly joint: Share;
  /** The verdict blames the same part of the pipeline: construction, retrieval or answer. */
  readonly stage: Share;
  readonly distance: Distance;
  /** Labelled memory errors without any verdict. */
  readonly missing: number;
}

/**
 * How far the blamed operation lies from the labelled one, in operations of the trace in execution
 * order and without sign. Unknown when nothing could be measured.
 */
export interface Distance {
  /** Cases in which both operations are known. */
  readonly n: number;
  readonly mean: number | undefined;
  readonly median: number | undefined;
  /** Cases in which the verdict blames an earlier, and a later operation than the label. */
  readonly early: number;
  readonly late: number;
}

/** Whether the verdict names the labelled error type; what is compared is the type shown. */
export const isTypeRight = ({ case: c, verdict }: Judged): boolean =>
  verdict !== undefined && shownType(verdict) === c.label?.errorType;

/** Whether the verdict names the labelled operation; a doubt that replaces the type names none. */
export const isOperationRight = ({ case: c, verdict }: Judged): boolean =>
  namesOperation(verdict) && verdict.opId === c.label?.opId;

/** Whether the verdict's error type belongs to the same part of the pipeline as the label's. */
export const isStageRight = ({ case: c, verdict }: Judged): boolean =>
  verdict !== undefined &&
  c.label !== undefined &&
  stageOfType(shownType(verdict)) === stageOfType(c.label.errorType);

const namesOperation = (verdict: Verdict | undefined): verdict is Verdict =>
  verdict !== undefined && shownType(verdict) === verdict.errorType;

/** The scores of cases that are all labelled with memory errors. */
export function scoresOf(cases: readonly Judged[]): Scores {
  const count = (test: (j: Judged) => boolean): Share =>
    wilson(cases.filter(test).length, cases.length);
  return {
    errorType: count(isTypeRight),
    operation: count(isOperationRight),
    joint: count((j) => isTypeRight(j) && isOperationRight(j)),
    stage: count(isStageRight),
    distance: distanceOf(cases),
    missing: cases.filter((j) => j.verdict === undefined).length,
  };
}

function distanceOf(cases: readonly Judged[]): Distance {
  const steps = cases.flatMap(({ verdict, stepsLate }) =>
    stepsLate === undefined || !namesOperation(verdict) ? [] : [stepsLate],
  );
  const sizes = steps.map(Math.abs).sort((a, b) => a - b);
  const n = sizes.length;
  return {
    n,
    mean: n === 0 ? undefined : sizes.reduce((sum, size) => sum + size, 0) / n,
    median: median(sizes),
    early: steps.filter((step) => step < 0).length,
    late: steps.filter((step) => step > 0).length,
  };
}

/** The middle of sorted numbers, or the mean of the two in the middle. */
function median(sorted: readonly number[]): number | undefined {
  const high = sorted[sorted.length >> 1];
  const low = sorted[(sorted.length - 1) >> 1];
  return low === undefined || high === undefined ? undefined : (low + high) / 2;
}
