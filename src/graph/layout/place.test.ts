import fc from 'fast-check';
import { expect, test } from 'vitest';
import { depthsOf, placeBoxes, type Arrow } from './place';

const acyclic = fc
  .integer({ min: 1, max: 40 })
  .chain((count) =>
    fc.tuple(
      fc.constant(count),
      fc.array(fc.tuple(fc.nat(count - 1), fc.nat(count - 1)), { maxLength: 120 }),
    ),
  )
  .map(([count, pairs]) => ({
    count,
    arrows: pairs
      .filter(([a, b]) => a !== b)
      .map(([a, b]): Arrow => ({ source: Math.min(a, b), target: Math.max(a, b) })),
  }));

test('no two boxes share a place, every arrow goes right, the same input gives the same picture', () => {
  fc.assert(
    fc.property(acyclic, ({ count, arrows }) => {
      const places = placeBoxes(count, arrows);
      expect(new Set(places.map(({ x, y }) => `${x} ${y}`)).size).toBe(count);
      for (const { source, target } of arrows)
        expect(places[target]?.x).toBeGreaterThan(places[source]?.x ?? 0);
      expect(placeBoxes(count, arrows)).toEqual(places);
    }),
    { seed: 3, numRuns: 1_000 },
  );
});

test('a cycle is drawn, whatever leads where', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ source: fc.nat(9), target: fc.nat(9) }), { maxLength: 40 }),
      (arrows) => {
        const places = placeBoxes(10, arrows);
        expect(new Set(places.map(({ x, y }) => `${x} ${y}`)).size).toBe(10);
      },
    ),
    { seed: 4, numRuns: 300 },
  );
});

test('the depth of a box is the longest way to it', () => {
  const arrows = [
    { source: 0, target: 1 },
    { source: 1, target: 2 },
    { source: 0, target: 2 },
  ];
  expect([...depthsOf(3, arrows)]).toEqual([0, 1, 2]);
});

test('an input stands just before the first box it leads to', () => {
  const arrows = [
    { source: 0, target: 1 },
    { source: 1, target: 2 },
    { source: 3, target: 2 },
  ];
  const places = placeBoxes(4, arrows);
  expect(places[3]?.x).toBe(places[1]?.x);
});
