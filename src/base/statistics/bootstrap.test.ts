import { describe, expect, it } from 'vitest';
import { randomNumbers } from '../shuffle';
import { bootstrapMean } from './bootstrap';

describe('the bootstrap of a mean', () => {
  it('agrees with the worked example of the treated mice', () => {
    // Efron and Tibshirani 1993, tables 2.1 and 2.2: survival in days; mean 86.86 with standard error
    // 25.24 by the formula, 23.36 by the bootstrap, which is √((n − 1) / n) of it (control: 56.22 and 14.14).
    const treated = bootstrapMean([94, 197, 16, 38, 99, 141, 23], { seed: 1, draws: 40_000 });
    expect(treated.mean).toBeCloseTo(86.86, 2);
    expect(treated.error).toBeGreaterThan(23.1);
    expect(treated.error).toBeLessThan(23.6);
    const control = bootstrapMean([52, 104, 146, 10, 51, 30, 40, 27, 46], {
      seed: 2,
      draws: 40_000,
    });
    expect(control.mean).toBeCloseTo(56.22, 2);
    expect(control.error).toBeGreaterThan(13.2);
    expect(control.error).toBeLessThan(13.5);
  });

  it('covers the true mean about as often as it promises', () => {
    const random = randomNumbers(5);
    let covered = 0;
    for (let run = 0; run < 300; run++) {
      const values = Array.from({ length: 40 }, () => random() - 0.5);
      const { low = 1, high = -1 } = bootstrapMean(values, { seed: run, draws: 400 });
      if (low <= 0 && high >= 0) covered++;
    }
    expect(covered).toBeGreaterThan(270);
    expect(covered).toBeLessThan(297);
  });

  it('is the same for the same seed, and knows no interval of one value', () => {
    const values = [0, 1, 1, 0, -1, 1];
    expect(bootstrapMean(values, { seed: 7 })).toEqual(bootstrapMean(values, { seed: 7 }));
    expect(bootstrapMean([3], { seed: 7 })).toMatchObject({ n: 1, mean: 3, low: undefined });
    expect(bootstrapMean([], { seed: 7 }).mean).toBeUndefined();
    expect(bootstrapMean([0, 0, 0], { seed: 7 })).toMatchObject({ mean: 0, low: 0, high: 0 });
  });
});
