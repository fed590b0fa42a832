import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Holder } from './holder';
import { lastHolding } from './last-holding';
import type { UnitChain } from './unit-chain';

const chainOf = (length: number): UnitChain => ({
  steps: Array.from({ length }, (_, i) => ({ op: i, version: i })),
  stepOf: new Map(),
});

/** Holds versions `from` to `last`; counts what it is asked. */
function holderOf(from: number, last: number) {
  let asked = 0;
  const holder: Holder = {
    held: (node) => {
      asked++;
      return node >= from && node <= last;
    },
    score: () => 0,
    quotes: () => [],
  };
  return { holder, asked: () => asked };
}

describe('lastHolding', () => {
  it('finds the last version of a run, whatever is known of other facts', () => {
    const facts = fc.array(fc.tuple(fc.nat(59), fc.nat(59)), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(facts, (pairs) => {
        const chain = chainOf(60);
        for (const [a, b] of pairs) {
          const from = Math.min(a, b);
          const last = Math.max(a, b);
          expect(lastHolding(holderOf(from, last).holder, chain, from, 59)).toBe(last);
        }
      }),
      { seed: 5, numRuns: 300 },
    );
  });

  it('asks few versions once neighbours are known', () => {
    const chain = chainOf(1000);
    // Every fact stays for 400 steps.
    for (const from of [0, 100, 300, 500])
      lastHolding(holderOf(from, from + 400).holder, chain, from, 999);
    const { holder, asked } = holderOf(220, 620);
    expect(lastHolding(holder, chain, 220, 999)).toBe(620);
    expect(asked()).toBeLessThanOrEqual(4);
  });
});
