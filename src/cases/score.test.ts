import { expect, it } from 'vitest';
import { readScore } from './score';

it.each([
  ['0.0', 0],
  ['1.0', 1],
  ['0.5', 0.5],
  [' 1 ', 1],
  ['1e-3', 0.001],
])('reads %s as the number it is', (text, value) => {
  expect(readScore(text)).toBe(value);
});

it.each(['', 'wrong', 'nan', 'inf', '1.0 points', '0x1', '--1'])(
  'never guesses a score from %o',
  (text) => {
    expect(readScore(text)).toBeUndefined();
  },
);
