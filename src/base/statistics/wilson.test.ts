import { describe, expect, it } from 'vitest';
import { wilson } from './wilson';

describe('the Wilson interval', () => {
  it('agrees with the worked value for 81 of 263', () => {
    // Newcombe 1998, table I: 0.2553 to 0.3662.
    const { low, high } = wilson(81, 263);
    expect(low).toBeCloseTo(0.2553, 4);
    expect(high).toBeCloseTo(0.3662, 4);
  });

  it('stays inside 0 and 1 at the ends', () => {
    expect(wilson(0, 20)).toMatchObject({ share: 0, low: 0 });
    expect(wilson(0, 20).high).toBeCloseTo(0.1611, 4);
    expect(wilson(29, 29).high).toBe(1);
    expect(wilson(88, 88).high).toBe(1);
  });

  it('knows nothing from no trials', () => {
    expect(wilson(0, 0)).toEqual({
      hits: 0,
      n: 0,
      share: undefined,
      low: undefined,
      high: undefined,
    });
  });

  it('refuses more hits than trials', () => {
    expect(() => wilson(3, 2)).toThrow(RangeError);
  });
});
