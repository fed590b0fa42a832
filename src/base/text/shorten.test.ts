import { expect, test } from 'vitest';
import { shorten } from './shorten';

test('a text that fits is left alone', () => {
  expect(shorten('abc', 3)).toBe('abc');
});

test('a longer text is cut and says so', () => {
  expect(shorten('abcd', 3)).toBe('ab…');
});

test('a surrogate pair is never cut in two', () => {
  expect(shorten('a😀bcd', 3)).toBe('a…');
  expect(shorten('a😀bcd', 4)).toBe('a😀…');
});
