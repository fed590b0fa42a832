import fc from 'fast-check';
import { expect, it } from 'vitest';
import { shuffled } from './shuffle';

const numbers = Array.from({ length: 100 }, (_, i) => i);

it('keeps every member, whatever the seed', () => {
  fc.assert(
    fc.property(fc.array(fc.nat()), fc.integer(), (list, seed) => {
      expect([...shuffled(list, seed)].sort()).toEqual([...list].sort());
    }),
    { seed: 11 },
  );
});

it('gives the same order for the same seed, and another for another', () => {
  expect(shuffled(numbers, 42)).toEqual(shuffled(numbers, 42));
  expect(shuffled(numbers, 42)).not.toEqual(shuffled(numbers, 43));
  expect(shuffled(numbers, 42)).not.toEqual(numbers);
});
