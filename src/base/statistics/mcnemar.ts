/** Two yes-or-no measurements of the same things, compared by the pairs that differ. */
export interface McNemar {
  /** Pairs that were no before and are yes after, and the other way round. */
  readonly gained: number;
  readonly lost: number;
  /** Two-sided exact conditional p-value; 1 when no pair differs. */
  readonly exact: number;
  /** Two-sided mid-p value, less conservative than the exact one (Fagerland, Lydersen and Laake 2013). */
  readonly midP: number;
  /** One-sided exact p-value of "not better than before". */
  readonly better: number;
  /** χ² with one degree of freedom, without continuity correction; unknown when no pair differs. */
  readonly statistic: number | undefined;
}

/**
 * McNemar's test (1947): under the null hypothesis a pair that differs is as likely to have gained as to
 * have lost, so the smaller count is binomial with p = ½.
 * @throws RangeError for counts that are no whole numbers from 0
 */
export function mcNemar(gained: number, lost: number): McNemar {
  for (const count of [gained, lost])
    if (!Number.isInteger(count) || count < 0) throw new RangeError(`${count} is no count`);
  const n = gained + lost;
  if (n === 0) return { gained, lost, exact: 1, midP: 1, better: 1, statistic: undefined };
  const smaller = Math.min(gained, lost);
  const exact = Math.min(1, 2 * atMost(smaller, n));
  const midP = Math.min(1, gained === lost ? 1 - chance(gained, n) : exact - chance(smaller, n));
  const statistic = (gained - lost) ** 2 / n;
  return { gained, lost, exact, midP, better: atMost(lost, n), statistic };
}

/** The chance of exactly `k` of `n` tosses of a fair coin. */
function chance(k: number, n: number): number {
  let log = -n * Math.LN2;
  for (let i = 1; i <= k; i++) log += Math.log(n - k + i) - Math.log(i);
  return Math.exp(log);
}

/** The chance of at most `k` of `n`. */
function atMost(k: number, n: number): number {
  if (k >= n) return 1;
  let sum = 0;
  for (let i = 0; i <= k; i++) sum += chance(i, n);
  return Math.min(1, sum);
}
