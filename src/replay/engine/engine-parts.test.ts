import { expect, test } from 'vitest';
import { bm25Scores } from './bm25';
import { sameValue } from './same-value';

test('BM25 ranks the text that shares rare words first, and gives the rest nothing', () => {
  const scores = bm25Scores('the red bicycle', [
    'a red car',
    'the red bicycle of Odile',
    'open sea',
  ]);
  expect(scores[1]).toBeGreaterThan(scores[0] ?? 0);
  expect(scores[0]).toBeGreaterThan(scores[2] ?? 0);
  expect(bm25Scores('xyz', ['a', 'b'])).toEqual([0, 0]);
  expect(bm25Scores('a', [])).toEqual([]);
});

test('values are the same when they say the same, however they are written', () => {
  expect(sameValue('{"a": 1, "b": [1.0]}', "{'b': [1], 'a': 1}")).toBe(true);
  expect(sameValue('"tea"', "'tea'")).toBe(true);
  expect(sameValue('NaN', 'nan')).toBe(true);
  expect(sameValue('[1, 2]', '[2, 1]')).toBe(false);
  expect(sameValue('{"a": 1}', '{"a": 1, "b": 2}')).toBe(false);
  expect(sameValue('{"a": {}}', '{"a": []}')).toBe(false);
  expect(sameValue('plain text', 'plain  text')).toBe(false);
});
