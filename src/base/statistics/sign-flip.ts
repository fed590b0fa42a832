import { randomNumbers } from '../shuffle';
import { mcNemar } from './mcnemar';

/** Differences other than 0 up to which every assignment of signs is counted. */
const EXACT = 16;
const DRAWS = 20_000;
/** Sums that differ by less are the same sum, computed in another order. */
const SAME = 1e-9;

/**
 * One-sided p-value of "the differences are no better than 0" by the sign-flip test (Fisher 1935): under
 * the null hypothesis each paired difference could as well have had the other sign. Exact for differences
 * of one size, where it is McNemar's exact test, and for up to 16 others than 0; else from 20,000 seeded draws.
 * @returns 1 when no difference is other than 0
 */
export function signFlip(differences: readonly number[], seed: number): number {
  const moved = differences.filter((difference) => difference !== 0);
  if (moved.length === 0) return 1;
  const seen = moved.reduce((sum, difference) => sum + difference, 0);
  const sizes = moved.map(Math.abs);
  if (new Set(sizes).size === 1) {
    const gained = moved.filter((difference) => difference > 0).length;
    return mcNemar(gained, moved.length - gained).better;
  }
  return sizes.length <= EXACT ? counted(sizes, seen) : drawn(sizes, seen, seed);
}

function counted(sizes: readonly number[], seen: number): number {
  const all = 2 ** sizes.length;
  let reached = 0;
  for (let signs = 0; signs < all; signs++) {
    let sum = 0;
    for (const [i, size] of sizes.entries()) sum += ((signs >> i) & 1) === 1 ? size : -size;
    if (sum >= seen - SAME) reached++;
  }
  return reached / all;
}

function drawn(sizes: readonly number[], seen: number, seed: number): number {
  const random = randomNumbers(seed);
  let reached = 1;
  for (let draw = 0; draw < DRAWS; draw++) {
    let sum = 0;
    for (const size of sizes) sum += random() < 0.5 ? size : -size;
    if (sum >= seen - SAME) reached++;
  }
  return reached / (DRAWS + 1);
}
