import { randomNumbers } from '../shuffle';

/** A mean with what resampling says about it. */
export interface BootstrapMean {
  readonly n: number;
  /** Unknown without any value. */
  readonly mean: number | undefined;
  /** Standard error and percentile interval; unknown for fewer than two values. */
  readonly error: number | undefined;
  readonly low: number | undefined;
  readonly high: number | undefined;
}

export interface BootstrapOptions {
  readonly seed: number;
  /** How often is drawn; 2,000 by default. */
  readonly draws?: number;
  /** Share of the draws inside the interval; 0.95 by default. */
  readonly level?: number;
}

/**
 * The mean of values with its percentile bootstrap interval (Efron 1979): as many values are drawn with
 * replacement, again and again. For paired measurements give the differences, so that pairs stay together.
 */
export function bootstrapMean(values: readonly number[], options: BootstrapOptions): BootstrapMean {
  const n = values.length;
  const unknown = { error: undefined, low: undefined, high: undefined };
  if (n === 0) return { n, mean: undefined, ...unknown };
  const mean = meanOf(values);
  if (n === 1) return { n, mean, ...unknown };
  const { seed, draws = 2_000, level = 0.95 } = options;
  const random = randomNumbers(seed);
  const means = new Float64Array(draws);
  for (let draw = 0; draw < draws; draw++) {
    let sum = 0;
    for (let i = 0; i < n; i++) sum += values[Math.floor(random() * n)] ?? 0;
    means[draw] = sum / n;
  }
  means.sort();
  const centre = meanOf(means);
  const squares = means.reduce((sum, each) => sum + (each - centre) ** 2, 0);
  return {
    n,
    mean,
    error: Math.sqrt(squares / (draws - 1)),
    low: quantile(means, (1 - level) / 2),
    high: quantile(means, (1 + level) / 2),
  };
}

const meanOf = (values: ArrayLike<number>): number => {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i] ?? 0;
  return sum / values.length;
};

/** The quantile of sorted values, interpolated between neighbours (type 7 of Hyndman and Fan). */
function quantile(sorted: Float64Array, share: number): number {
  const place = (sorted.length - 1) * share;
  const below = Math.floor(place);
  const low = sorted[below] ?? 0;
  const high = sorted[Math.min(below + 1, sorted.length - 1)] ?? low;
  return low + (high - low) * (place - below);
}
