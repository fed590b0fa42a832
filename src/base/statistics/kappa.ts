/** Agreement of two raters over the things both of them rated. */
export interface Kappa {
  readonly n: number;
  /** Share of equal ratings; unknown without any. */
  readonly observed: number | undefined;
  /** Share that would be equal if each rater kept their habits but rated at random. */
  readonly expected: number | undefined;
  /** Cohen's κ; unknown when chance alone would make every rating equal. */
  readonly kappa: number | undefined;
}

/**
 * Cohen's κ for nominal ratings: (observed − expected) / (1 − expected) (Cohen 1960).
 * @param pairs the two ratings of each thing; compared by equality
 */
export function cohenKappa<T>(pairs: readonly (readonly [T, T])[]): Kappa {
  const n = pairs.length;
  if (n === 0) return { n, observed: undefined, expected: undefined, kappa: undefined };
  const first = countsOf(pairs.map(([a]) => a));
  const second = countsOf(pairs.map(([, b]) => b));
  const equal = pairs.filter(([a, b]) => a === b).length;
  let products = 0;
  for (const [rating, count] of first) products += count * (second.get(rating) ?? 0);
  const observed = equal / n;
  const expected = products / (n * n);
  // Counted in whole numbers, so that "all equal by chance" is exact.
  const kappa = products === n * n ? undefined : (observed - expected) / (1 - expected);
  return { n, observed, expected, kappa };
}

function countsOf<T>(ratings: readonly T[]): ReadonlyMap<T, number> {
  const counts = new Map<T, number>();
  for (const rating of ratings) counts.set(rating, (counts.get(rating) ?? 0) + 1);
  return counts;
}
