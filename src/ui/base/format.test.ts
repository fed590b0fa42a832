import { describe, expect, test } from 'vitest';
import { bytes, decimal, duration, moment, oneLine, percent, percentDone } from './format';

describe('numbers for people', () => {
  test('bytes are decimal and keep three figures', () => {
    expect([0, 812, 1000, 999_600, 1_950_000, 52_900_000, 101_900_000_000].map(bytes)).toEqual([
      '0 B',
      '812 B',
      '1.00 kB',
      '1.00 MB',
      '1.95 MB',
      '52.9 MB',
      '102 GB',
    ]);
  });

  test('an unknown number is a dash, never 0', () => {
    expect([percent(undefined), decimal(undefined), decimal(NaN), moment(NaN), bytes(NaN)]).toEqual(
      ['–', '–', '–', '–', '–'],
    );
  });

  test('few is not shown as none, nor many as all', () => {
    expect([0, 0.002, 0.5, 0.998, 1].map(percent)).toEqual([
      '0 %',
      '<1 %',
      '50 %',
      '>99 %',
      '100 %',
    ]);
  });

  test('progress reaches 100 % only when everything is done', () => {
    expect([percentDone(0, 0), percentDone(999, 1000), percentDone(1000, 1000)]).toEqual([
      0, 99, 100,
    ]);
  });

  test('durations use the unit that fits', () => {
    expect([7.4, 2140, 59_940, 59_960, 200_000].map(duration)).toEqual([
      '7 ms',
      '2.1 s',
      '59.9 s',
      '1 min 0 s',
      '3 min 20 s',
    ]);
  });

  test('recorded times are shown as recorded', () => {
    expect(moment(Date.UTC(2023, 4, 7, 13, 37, 5))).toBe('2023-05-07 13:37:05');
  });

  test('a long text becomes one short line', () => {
    expect(oneLine('a\n b', 10)).toBe('a b');
    expect(oneLine('x'.repeat(30), 10)).toBe(`${'x'.repeat(10)}…`);
  });
});
