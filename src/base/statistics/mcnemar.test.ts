import { describe, expect, it } from 'vitest';
import { mcNemar } from './mcnemar';

describe("McNemar's test", () => {
  it('agrees with the worked example of the approval of a prime minister', () => {
    // Agresti 2002, Categorical Data Analysis, §10.1.1: 150 changed to disapproval, 86 to approval;
    // z = −4.17, z² = 17.36.
    const { statistic, exact } = mcNemar(86, 150);
    expect(Math.sqrt(statistic ?? 0)).toBeCloseTo(4.17, 2);
    expect(statistic).toBeCloseTo(17.36, 2);
    expect(exact).toBeLessThan(0.0001);
  });

  it('agrees with the worked example of airways before and after a transplantation', () => {
    // Fagerland, Lydersen and Laake 2013, BMC Medical Research Methodology 13:91: discordant pairs 1 and
    // 7; exact conditional p = 0.070, mid-p = 0.039, asymptotic χ² = 4.5.
    const { exact, midP, statistic, better } = mcNemar(7, 1);
    expect(exact).toBeCloseTo(0.0703, 4);
    expect(midP).toBeCloseTo(0.0391, 4);
    expect(statistic).toBeCloseTo(4.5, 12);
    expect(better).toBeCloseTo(9 / 256, 12);
  });

  it('says nothing where no pair differs, or as many each way', () => {
    expect(mcNemar(0, 0)).toMatchObject({ exact: 1, midP: 1, better: 1, statistic: undefined });
    const even = mcNemar(2, 2);
    expect(even.exact).toBe(1);
    expect(even.midP).toBeCloseTo(1 - 6 / 16, 12);
  });

  it('stays a probability for many pairs, and refuses what is no count', () => {
    expect(mcNemar(900, 1100).exact).toBeGreaterThan(0);
    expect(mcNemar(1000, 0).better).toBeLessThan(1e-100);
    expect(() => mcNemar(1.5, 0)).toThrow(RangeError);
  });
});
