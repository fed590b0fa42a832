import fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldsOf } from './folds';

test('encoded bytes and long lines are folded, words are not', () => {
  const bytes = 'iVBORw0KGgo'.repeat(40);
  const text = `{"image": "${bytes}", "caption": "a blue bowl"}`;
  expect(
    foldsOf(text, undefined).map(({ kind, start, end }) => [kind, text.slice(start, end)]),
  ).toEqual([
    ['text', '{"image": "'],
    ['base64', bytes],
    ['text', '", "caption": "a blue bowl"}'],
  ]);
  const words = 'a word and '.repeat(1_000);
  expect(foldsOf(words, undefined).map(({ kind }) => kind)).toEqual(['text', 'long']);
});

test('what is quoted stays in sight', () => {
  const words = 'a word and '.repeat(1_000);
  expect(foldsOf(words, { start: 5_000, end: 5_006 }).map(({ kind }) => kind)).toEqual(['text']);
});

test('the pieces together are the text, whatever it is', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constant('A'.repeat(300)),
    fc.constant('x y '.repeat(1_500)),
    fc.constant('\n'),
  );
  fc.assert(
    fc.property(fc.array(piece), (parts) => {
      const text = parts.join('');
      const pieces = foldsOf(text, undefined);
      expect(pieces.map(({ start, end }) => text.slice(start, end)).join('')).toBe(text);
    }),
    { seed: 41, numRuns: 200 },
  );
});
