import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TextTable } from '../trace/columns';
import { rowsUpTo, TextIndex } from './text-index';

function tableOf(texts: readonly string[]): TextTable {
  const parts = texts.map((text) => new TextEncoder().encode(text));
  const starts = new Uint32Array(texts.length + 1);
  parts.forEach((part, i) => (starts[i + 1] = (starts[i] ?? 0) + part.length));
  return { bytes: new Uint8Array(Buffer.concat(parts)), starts };
}

describe('TextIndex', () => {
  it('finds the first of equal strings, as a search would', () => {
    const text = fc.string({ unit: 'binary', maxLength: 6 });
    fc.assert(
      fc.property(fc.array(text, { maxLength: 200 }), fc.array(text), (texts, others) => {
        const table = tableOf(texts);
        const index = new TextIndex(table, rowsUpTo(texts.length), texts.length);
        for (const wanted of [...texts, ...others]) {
          const at = texts.indexOf(wanted);
          expect(index.find(wanted)).toBe(at < 0 ? undefined : at);
        }
      }),
      { seed: 5, numRuns: 200 },
    );
  });

  it('looks at chosen rows and at a part of each string', () => {
    const table = tableOf(['a@1', 'b@1', 'a@2', 'c']);
    const endOf = (row: number): number => (table.starts[row] ?? 0) + 1;
    const index = new TextIndex(table, [1, 2, 3], 3, endOf);
    expect(['a', 'b', 'c', 'a@1', ''].map((text) => index.find(text))).toEqual([
      2,
      1,
      3,
      undefined,
      undefined,
    ]);
  });
});
