import { shuffled } from '../../base/shuffle';
import type { Case } from '../case';

/** The seed of the original's queue, so that people label in a comparable way. */
export const QUEUE_SEED = 42;

/**
 * The failed cases in the order in which to label them: shuffled, so that nobody can guess the
 * system from the order, and the same for everyone with the same seed, whichever trace was dropped
 * first.
 */
export function labelQueue<C extends Pick<Case, 'traceKey' | 'queryId' | 'outcome'>>(
  cases: readonly C[],
  seed: number = QUEUE_SEED,
): readonly C[] {
  const failed = cases.filter((c) => c.outcome === 'failed');
  failed.sort((a, b) => order(a.traceKey, b.traceKey) || order(a.queryId, b.queryId));
  return shuffled(failed, seed);
}

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
