import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bm25Scores } from './bm25';
import { Bm25Index } from './bm25-index';
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

test('an index that follows its store scores as a fresh count does', () => {
  const word = fc.constantFrom('tea', 'red', 'cat', 'boat', 'sea', 'day');
  const text = fc.array(word, { maxLength: 6 }).map((words) => words.join(' '));
  const change = fc.tuple(fc.nat(5), fc.option(text, { nil: undefined }));
  fc.assert(
    fc.property(fc.array(change), text, (changes, query) => {
      const store = new Map<string, { readonly text: string }>();
      const index = new Bm25Index();
      for (const [name, content] of changes) {
        if (content === undefined) store.delete(String(name));
        else store.set(String(name), { text: content });
        index.sync(store);
      }
      const texts = [...store.values()].map((unit) => unit.text);
      const expected = [...bm25Scores(query, texts)].sort((a, b) => b - a);
      const found = index.top(query, texts.length).map(({ score }) => score);
      expect(found).toHaveLength(expected.length);
      found.forEach((score, i) => expect(score).toBeCloseTo(expected[i] ?? 0, 9));
    }),
    { seed: 9, numRuns: 200 },
  );
});
