/** The value below which `share` of the sorted values lie (nearest rank); `undefined` of nothing. */
export function quantile(values: readonly number[], share: number): number | undefined {
  const sorted = [...values].sort((a, b) => a - b);
  const rank = Math.max(1, Math.ceil(share * sorted.length));
  return sorted[rank - 1];
}

/** What a repeated measurement is reported as. */
export interface Spread {
  readonly runs: number;
  readonly p50: number;
  readonly p95: number;
  readonly max: number;
}

/** Median, 95th percentile and maximum, rounded; `null` when nothing was measured. */
export function spread(values: readonly number[], digits = 1): Spread | null {
  const [p50, p95, max] = [0.5, 0.95, 1].map((share) => quantile(values, share));
  if (p50 === undefined || p95 === undefined || max === undefined) return null;
  return {
    runs: values.length,
    p50: rounded(p50, digits),
    p95: rounded(p95, digits),
    max: rounded(max, digits),
  };
}

/** `value` with so many decimals. */
export const rounded = (value: number, digits = 1): number => Number(value.toFixed(digits));

/** The median, unrounded; `null` of nothing. */
export const median = (values: readonly number[]): number | null => quantile(values, 0.5) ?? null;

/** `a / b` with three decimals, `null` when either is unknown or `b` is 0. */
export function ratio(a: number | null, b: number | null): number | null {
  return a === null || b === null || b === 0 ? null : rounded(a / b, 3);
}

/** The largest value, rounded; `null` of nothing. */
export function maximum(values: readonly number[]): number | null {
  const value = quantile(values, 1);
  return value === undefined ? null : rounded(value);
}
