import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { placeInLayers, type LayerBox } from './layers';
import type { Arrow } from './place';

const box = fc.record({
  layer: fc.nat(4),
  width: fc.constantFrom(152, 200),
  height: fc.constant(42),
});

/** Boxes, arrows from lower to higher numbers, and an order in time that does not contradict them. */
const drawing = fc.array(box, { minLength: 1, maxLength: 40 }).chain((boxes) =>
  fc.record({
    boxes: fc.constant(boxes),
    arrows: fc
      .array(fc.tuple(fc.nat(boxes.length - 1), fc.nat(boxes.length - 1)), { maxLength: 100 })
      .map((pairs) =>
        pairs
          .filter(([a, b]) => a !== b)
          .map(([a, b]): Arrow => ({ source: Math.min(a, b), target: Math.max(a, b) })),
      ),
    inTime: fc.subarray(boxes.map((_, i) => i)),
  }),
);

function overlapping(
  boxes: readonly LayerBox[],
  places: readonly { readonly x: number; readonly y: number }[],
): readonly string[] {
  const found: string[] = [];
  boxes.forEach((a, i) => {
    boxes.slice(i + 1).forEach((b, j) => {
      const [p, q] = [places[i], places[i + 1 + j]];
      if (p === undefined || q === undefined) return;
      const dx = Math.abs(p.x - q.x) - (a.width + b.width) / 2;
      const dy = Math.abs(p.y - q.y) - (a.height + b.height) / 2;
      if (dx < 0 && dy < 0) found.push(`${i} ${i + 1 + j}`);
    });
  });
  return found;
}

describe('places in time × layer', () => {
  test('no two boxes overlap, time runs to the right, bands hold their boxes, on 1,000 random graphs', () => {
    fc.assert(
      fc.property(drawing, ({ boxes, arrows, inTime }) => {
        const { places, bands } = placeInLayers(boxes, arrows, inTime);
        expect(overlapping(boxes, places)).toEqual([]);
        for (const { source, target } of arrows)
          expect(places[target]?.x).toBeGreaterThan(places[source]?.x ?? Infinity);
        inTime.slice(1).forEach((later, i) => {
          expect(places[later]?.x).toBeGreaterThan(places[inTime[i] ?? 0]?.x ?? Infinity);
        });
        boxes.forEach(({ layer, height }, i) => {
          const band = bands.find((one) => one.layer === layer);
          const y = places[i]?.y ?? Infinity;
          expect(y - height / 2).toBeGreaterThanOrEqual(band?.top ?? Infinity);
          expect(y + height / 2).toBeLessThanOrEqual(band?.bottom ?? 0);
        });
        bands.slice(1).forEach((band, i) => {
          expect(band.top).toBeGreaterThan(bands[i]?.bottom ?? Infinity);
        });
        expect(placeInLayers(boxes, arrows, inTime)).toEqual({ places, bands });
      }),
      { seed: 21, numRuns: 1_000 },
    );
  });

  test('a cycle is drawn without overlaps, whatever leads where', () => {
    const arrows = fc.array(fc.record({ source: fc.nat(9), target: fc.nat(9) }), { maxLength: 40 });
    fc.assert(
      fc.property(fc.array(box, { minLength: 10, maxLength: 10 }), arrows, (boxes, all) => {
        const { places } = placeInLayers(boxes, all, []);
        expect(overlapping(boxes, places)).toEqual([]);
      }),
      { seed: 22, numRuns: 200 },
    );
  });
});
