import { cohenKappa, type Kappa } from '../../base/statistics/kappa';
import { wilson, type Share } from '../../base/statistics/wilson';
import type { Case, Label } from '../case';

/** A case that two people labelled. */
export interface LabelledTwice {
  readonly case: Case;
  readonly first: Label;
  readonly second: Label;
}

/** How far two annotators agree over the cases that both labelled. */
export interface Agreement {
  /** κ over the seven error types. */
  readonly errorType: Kappa;
  /** Same operation, over the cases for which both named one. */
  readonly operation: Share;
  /** Cases labelled with another type or another operation, in their order. */
  readonly disagreements: readonly LabelledTwice[];
}

/** Compares labels by equality of error type and operation id. */
export function agreementOf(cases: readonly LabelledTwice[]): Agreement {
  const withOperation = cases.filter(
    ({ first, second }) => first.opId !== undefined && second.opId !== undefined,
  );
  return {
    errorType: cohenKappa(
      cases.map(({ first, second }) => [first.errorType, second.errorType] as const),
    ),
    operation: wilson(
      withOperation.filter(({ first, second }) => first.opId === second.opId).length,
      withOperation.length,
    ),
    disagreements: cases.filter(
      ({ first, second }) => first.errorType !== second.errorType || first.opId !== second.opId,
    ),
  };
}
