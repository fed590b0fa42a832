import { describe, expect, it } from 'vitest';
import { cohenKappa } from './kappa';

/** The pairs of a table of counts: `table[i][j]` things rated i by the first, j by the second. */
const pairsOf = (table: readonly (readonly number[])[]): (readonly [number, number])[] =>
  table.flatMap((row, i) =>
    row.flatMap((count, j) => Array.from({ length: count }, () => [i, j] as const)),
  );

describe("Cohen's κ", () => {
  it('agrees with the published worked example of 200 diagnoses', () => {
    // Cohen 1968, Psychological Bulletin 70, table 1: proportions .44 .05 .01 / .07 .20 .03 / .09 .05
    // .06 of 200 cases; unweighted: observed .70, expected .41, κ = .492.
    const { n, observed, expected, kappa } = cohenKappa(
      pairsOf([
        [88, 10, 2],
        [14, 40, 6],
        [18, 10, 12],
      ]),
    );
    expect(n).toBe(200);
    expect(observed).toBeCloseTo(0.7, 12);
    expect(expected).toBeCloseTo(0.41, 12);
    expect(kappa).toBeCloseTo(0.492, 3);
  });

  it('is 1 for equal ratings and negative for worse than chance', () => {
    expect(
      cohenKappa(
        pairsOf([
          [3, 0],
          [0, 4],
        ]),
      ).kappa,
    ).toBe(1);
    expect(
      cohenKappa(
        pairsOf([
          [0, 2],
          [2, 0],
        ]),
      ).kappa,
    ).toBe(-1);
  });

  it('is unknown when both gave the same rating to everything, and without ratings', () => {
    expect(cohenKappa(pairsOf([[5]]))).toEqual({
      n: 5,
      observed: 1,
      expected: 1,
      kappa: undefined,
    });
    expect(cohenKappa([]).kappa).toBeUndefined();
  });
});
