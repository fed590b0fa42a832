/** A share with its 95 % Wilson score interval; the share is unknown when there were no trials. */
export interface Share {
  readonly hits: number;
  readonly n: number;
  readonly share: number | undefined;
  readonly low: number | undefined;
  readonly high: number | undefined;
}

/** The standard normal quantile of a two-sided 95 % interval. */
const Z = 1.959963984540054;

/**
 * Share of `hits` among `n` trials with its 95 % Wilson score interval (Wilson 1927).
 * @throws RangeError when `hits` is not between 0 and `n`
 */
export function wilson(hits: number, n: number): Share {
  if (!(hits >= 0 && hits <= n)) throw new RangeError(`${hits} hits of ${n} trials`);
  if (n === 0) return { hits, n, share: undefined, low: undefined, high: undefined };
  const share = hits / n;
  const z2 = Z * Z;
  const centre = (share + z2 / (2 * n)) / (1 + z2 / n);
  const half = (Z / (1 + z2 / n)) * Math.sqrt((share * (1 - share)) / n + z2 / (4 * n * n));
  // Exact at the ends, where rounding would leave 0.9999….
  const low = hits === 0 ? 0 : centre - half;
  const high = hits === n ? 1 : centre + half;
  return { hits, n, share, low, high };
}
