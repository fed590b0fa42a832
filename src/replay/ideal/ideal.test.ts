import { expect, test } from 'vitest';
import { Ideal } from './ideal';

const ideal = new Ideal(
  7,
  [(text) => text.includes('tea'), (text) => text.includes('May')],
  1,
  'tea in May',
);

test('ideal behaviour begins at its rank, and where the record has no place', () => {
  expect([6, 7, undefined].map((rank) => ideal.reaches(rank))).toEqual([false, true, true]);
});

test('what would be lost is carried over by the shortest text that holds it', () => {
  expect(ideal.lost(['tea and cake', 'tea', 'in May'], ['in May'])).toEqual(['tea']);
  expect(ideal.lost(['tea in May'], ['nothing'])).toEqual(['tea in May']);
  expect(ideal.lost(['cake'], [])).toEqual([]);
});

test('all parts have to be held, each by some text', () => {
  expect(ideal.holdsAll(['tea', 'May'])).toBe(true);
  expect(ideal.holdsAll(['tea'])).toBe(false);
  expect(ideal.holdsSome('May')).toBe(true);
});
