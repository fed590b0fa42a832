import { describe, expect, it } from 'vitest';
import { mcNemar } from './mcnemar';
import { signFlip } from './sign-flip';

describe('the sign-flip test', () => {
  it("agrees with Fisher's worked example of Darwin's plants", () => {
    // Fisher 1935, The Design of Experiments, §21: heights of 15 pairs of Zea mays in eighths of an inch,
    // sum 314; 863 of 32,768 assignments of signs reach it, so p = 2.634 % one-sided.
    const darwin = [49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48];
    expect(signFlip(darwin, 0)).toBeCloseTo(863 / 32_768, 12);
  });

  it("is McNemar's exact test where things pass or fail", () => {
    const pairs = [...Array<number>(7).fill(1), -1, 0, 0, 0];
    expect(signFlip(pairs, 0)).toBeCloseTo(mcNemar(7, 1).better, 12);
    // One slightly larger difference: no longer one size, so it is drawn.
    const many = [...Array<number>(29).fill(1), 1.001, ...Array<number>(15).fill(-1)];
    expect(signFlip(many, 3)).toBeCloseTo(mcNemar(30, 15).better, 2);
  });

  it('finds nothing where nothing moved', () => {
    expect(signFlip([0, 0], 0)).toBe(1);
    expect(signFlip([], 0)).toBe(1);
    expect(signFlip([-1, -1], 0)).toBe(1);
  });
});
