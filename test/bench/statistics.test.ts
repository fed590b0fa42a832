import { expect, test } from 'vitest';
import { median, quantile, ratio, spread } from './statistics';

test('quantiles are values that were measured', () => {
  expect(quantile([3, 1, 2], 0.5)).toBe(2);
  expect(quantile([1, 2, 3, 4], 0.5)).toBe(2);
  expect(quantile([1, 2, 3, 4], 0.95)).toBe(4);
  expect(quantile([], 0.5)).toBeUndefined();
});

test('a spread of nothing is unknown, not zero', () => {
  expect(spread([])).toBeNull();
  expect(median([])).toBeNull();
  expect(spread([10, 20.04])).toEqual({ runs: 2, p50: 10, p95: 20, max: 20 });
});

test('a ratio with an unknown part is unknown', () => {
  expect(ratio(1, 3)).toBe(0.333);
  expect(ratio(null, 3)).toBeNull();
  expect(ratio(1, 0)).toBeNull();
});
