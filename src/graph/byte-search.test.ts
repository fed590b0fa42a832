import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bytePattern, includesBytes } from './byte-search';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('includesBytes', () => {
  it('finds a text in the bytes of another exactly when it is there', () => {
    const letters = fc.string({
      unit: fc.constantFrom('a', 'b', 'é', '猫', 'Z', '"'),
      maxLength: 12,
    });
    fc.assert(
      fc.property(
        letters,
        fc.string({ unit: fc.constantFrom('a', 'b', 'é', 'Z'), maxLength: 4 }),
        (hay, needle) => {
          expect(includesBytes(utf8(hay), bytePattern(needle))).toBe(hay.includes(needle));
        },
      ),
      { seed: 11, numRuns: 500 },
    );
  });

  it('finds what stands at either end', () => {
    expect(includesBytes(utf8('Zebra'), bytePattern('Ze'))).toBe(true);
    expect(includesBytes(utf8('a quiz'), bytePattern('iz'))).toBe(true);
    expect(includesBytes(utf8('ab'), bytePattern('abc'))).toBe(false);
  });
});
