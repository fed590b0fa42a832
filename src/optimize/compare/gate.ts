import { signFlip } from '../../base/statistics/sign-flip';
import { judgeDifferences } from './compare';
import type { AnsweredQuestion } from './answers';

/** Why a change is kept or not. */
export type GateReason =
  'better' | 'tune-not-better' | 'hold-out-worse' | 'no-hold-out' | 'no-questions';

/** What the gate says of a change. Plain data. */
export interface GateDecision {
  readonly kept: boolean;
  readonly reason: GateReason;
  /** One sentence with the figures that decided. */
  readonly sentence: string;
  /** Mean difference of the judge's score; `undefined` without questions. */
  readonly tune: number | undefined;
  readonly holdOut: number | undefined;
  /** One-sided p-value of "tune is no better than before". */
  readonly p: number;
}

/** Chance of keeping a change that does nothing, by tune alone, over all tries. */
export const ALPHA = 0.05;

/**
 * Decides whether a change is kept: hold-out must not get worse, and tune must get better beyond noise
 * (one-sided sign-flip test of the judge's paired scores, p ≤ 0.05: at least five questions more right than
 * wrong have to flip). Otherwise the older prompt stays. A change that does nothing passes the first
 * test in one of twenty tries, and hold-out stops about half of those.
 * @param tries how many changes are tried on the same questions: the chance is shared among them
 */
export function gate(
  before: readonly AnsweredQuestion[],
  after: readonly AnsweredQuestion[],
  seed: number,
  tries = 1,
): GateDecision {
  const tune = judgeDifferences(before, after, 'tune');
  const holdOut = judgeDifferences(before, after, 'hold-out');
  const p = signFlip(tune, seed);
  const limit = ALPHA / Math.max(1, tries);
  const figures = { tune: meanOf(tune), holdOut: meanOf(holdOut), p };
  const close = (reason: GateReason, sentence: string): GateDecision => ({
    kept: reason === 'better',
    reason,
    sentence,
    ...figures,
  });
  if (tune.length === 0)
    return close(
      'no-questions',
      'The older prompt stays: no question of tune was judged in both runs.',
    );
  if (holdOut.length === 0)
    return close(
      'no-hold-out',
      'The older prompt stays: no question is held out, so nothing says that the change helps elsewhere.',
    );
  const allowed = tries > 1 ? ` of at most ${limit.toFixed(3)} in each of ${tries} rounds` : '';
  const tuneSaid = `tune went ${signed(figures.tune)} (${pText(p)}${allowed}, n = ${tune.length})`;
  const heldSaid = `hold-out ${signed(figures.holdOut)} (n = ${holdOut.length})`;
  if ((figures.holdOut ?? 0) < 0)
    return close(
      'hold-out-worse',
      `The older prompt stays: hold-out got worse, ${heldSaid}; ${tuneSaid}.`,
    );
  if (p > limit)
    return close(
      'tune-not-better',
      `The older prompt stays: tune is not better beyond noise; ${tuneSaid}, ${heldSaid}.`,
    );
  return close('better', `The change is kept: ${tuneSaid}, ${heldSaid}.`);
}

/** A p-value in words; one that rounds to 0 is not 0. */
export const pText = (p: number): string => (p < 0.001 ? 'p < 0.001' : `p = ${p.toFixed(3)}`);

function meanOf(values: readonly number[]): number | undefined {
  if (values.length === 0) return undefined;
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** A difference of scores in points of a hundred, with its sign. */
const signed = (difference: number | undefined): string => {
  const points = (difference ?? 0) * 100;
  return `${points >= 0 ? '+' : '−'}${Math.abs(points).toFixed(1)} points`;
};
