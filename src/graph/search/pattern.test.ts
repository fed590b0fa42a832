import { expect, test } from 'vitest';
import { readPattern } from './pattern';
import { matchesOf } from './spans';

test('a pattern is read without regard to case', () => {
  const pattern = readPattern(String.raw`may \d+`);
  expect(pattern.ok && matchesOf('7 May 2023, may 8', pattern.value, 5)).toEqual([
    { start: 2, end: 10 },
    { start: 12, end: 17 },
  ]);
});

test('a pattern that cannot be read is refused with the reason', () => {
  const pattern = readPattern('(open');
  expect(pattern.ok ? undefined : pattern.problem.kind).toBe('pattern-unreadable');
});

test('a repeated group that repeats inside is refused before it is tried', () => {
  for (const text of ['(a+)+', '((a|b)*)+', '(a*){2,}', '(a|a)*'])
    expect(readPattern(text).ok, text).toBe(false);
  for (const text of ['(ab)+', '(a+)b', '[(a+)+]', String.raw`\(a+\)+`, '(a|b)c+'])
    expect(readPattern(text).ok, text).toBe(true);
});

test('empty matches are no matches', () => {
  const pattern = readPattern('x*');
  expect(pattern.ok && matchesOf('aaa', pattern.value, 5)).toEqual([]);
});
