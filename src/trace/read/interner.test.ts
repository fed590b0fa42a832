import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { textAt } from '../../graph/text-table';
import { NONE } from '../columns';
import { Interner } from './interner';
import { PairIndex } from './pair-index';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('Interner', () => {
  it('numbers distinct texts in the order they come, as a map would', () => {
    const text = fc.oneof(
      fc.string({ maxLength: 6 }),
      fc.string({ minLength: 90, maxLength: 120 }),
    );
    fc.assert(
      fc.property(fc.array(text, { maxLength: 300 }), fc.nat(), (texts, guess) => {
        const interner = new Interner();
        const known = new Map<string, number>();
        for (const one of texts) {
          const bytes = bytesOf(`.${one}.`);
          const number = interner.internNear(bytes, 1, bytes.length - 1, guess % 5);
          if (!known.has(one)) known.set(one, known.size);
          expect(number).toBe(known.get(one));
        }
        expect(interner.texts()).toEqual([...known.keys()]);
        expect([...known.keys()].map((_, i) => textAt(interner.table(), i))).toEqual([
          ...known.keys(),
        ]);
      }),
      { seed: 41, numRuns: 200 },
    );
  });

  it('finds what it holds and nothing else, through many growths', () => {
    const interner = new Interner();
    for (let i = 0; i < 20_000; i++)
      interner.intern(bytesOf(`name-${String(i)}`), 0, bytesOf(`name-${String(i)}`).length);
    expect(interner.size).toBe(20_000);
    expect(interner.find(bytesOf('name-19999'), 0, 10)).toBe(19_999);
    expect(interner.find(bytesOf('name-20000'), 0, 10)).toBe(NONE);
  });
});

describe('PairIndex', () => {
  it('numbers pairs and tells them apart', () => {
    const pairs = new PairIndex();
    for (let i = 0; i < 5000; i++) pairs.add(i % 70, Math.floor(i / 70));
    expect(pairs.size).toBe(5000);
    expect(pairs.find(3, 2)).toBe(143);
    expect(pairs.find(2, 3)).toBe(212);
    expect(pairs.find(70, 0)).toBe(NONE);
  });
});
