import type { Clock } from './clock';

const FIRST_MS = 1_000;
const LONGEST_MS = 60_000;

/**
 * The pause before the next try in milliseconds: doubles from 1 s to at most 60 s, with the upper half
 * left to chance so that calls that failed together do not come back together.
 * @param failures how many tries failed so far, from 1
 */
export function pauseAfter(failures: number, clock: Clock): number {
  const ceiling = Math.min(LONGEST_MS, FIRST_MS * 2 ** (failures - 1));
  return ceiling * (0.5 + 0.5 * clock.random());
}
