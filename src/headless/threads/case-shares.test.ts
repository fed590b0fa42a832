import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { shareCases, takeBlock, type CaseBlock } from './case-shares';

const numbers = ({ from, to }: CaseBlock): readonly number[] =>
  Array.from({ length: to - from }, (_, i) => from + i);

/** Every block that a thread gets when it alone goes on. */
function takeAll(shared: ReturnType<typeof shareCases>, thread: number): readonly CaseBlock[] {
  const taken: CaseBlock[] = [];
  for (let block = takeBlock(shared, thread); block; block = takeBlock(shared, thread))
    taken.push(block);
  return taken;
}

describe('shared cases', () => {
  test('are each taken once, however many threads ask in whatever order', () => {
    const askers = fc.array(fc.nat({ max: 7 }), { maxLength: 200 });
    const once = fc.property(
      fc.nat({ max: 900 }),
      fc.integer({ min: 1, max: 8 }),
      askers,
      (cases, threads, order) => {
        const shared = shareCases(cases, threads);
        const taken = order.flatMap((asker) => takeBlock(shared, asker % threads) ?? []);
        taken.push(...takeAll(shared, 0));
        const positions = taken.flatMap(numbers).sort((a, b) => a - b);
        expect(positions).toEqual(Array.from({ length: cases }, (_, i) => i));
      },
    );
    fc.assert(once, { seed: 4711 });
  });

  test('are taken by a thread from its own part in order, then from the end of the fullest one', () => {
    const shared = shareCases(48, 2);
    expect(takeAll(shared, 1).map(({ from }) => from)).toEqual([24, 32, 40, 16, 8, 0]);
    expect(takeBlock(shared, 0)).toBeUndefined();
  });

  test('may be more than the blocks that can be counted', () => {
    const shared = shareCases(1_000_000, 3);
    const taken = [2, 0, 1].flatMap((thread) => takeAll(shared, thread));
    expect(taken.reduce((sum, { from, to }) => sum + to - from, 0)).toBe(1_000_000);
  });
});
