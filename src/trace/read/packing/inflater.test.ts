import fc from 'fast-check';
import { constants, deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { Inflater, type InflateState } from './inflater';

interface Inflated {
  readonly state: InflateState;
  readonly bytes: Buffer;
  readonly rest: Uint8Array;
}

/** Inflates in pieces of the given size. */
function inflate(compressed: Uint8Array, size: number): Inflated {
  const parts: Uint8Array[] = [];
  const inflater = new Inflater('raw', (bytes) => {
    parts.push(bytes);
    return true;
  });
  let state: InflateState = 'more';
  for (let at = 0; at < compressed.length && state === 'more'; at += size)
    state = inflater.push(compressed.subarray(at, at + size));
  return { state, bytes: Buffer.concat(parts), rest: inflater.rest() };
}

const letters = fc
  .array(fc.constantFrom('{"a": ', 'memory', '\n', '1', 'x', 'é', '"}, '), { maxLength: 400 })
  .map((parts) => Buffer.from(parts.join('')));
const noise = fc.uint8Array({ maxLength: 2000 }).map((bytes) => Buffer.from(bytes));
const options = fc.record({
  level: fc.integer({ min: 0, max: 9 }),
  strategy: fc.constantFrom(
    constants.Z_DEFAULT_STRATEGY,
    constants.Z_FIXED,
    constants.Z_HUFFMAN_ONLY,
  ),
});

describe('Inflater', () => {
  it('gives back what was compressed, whatever the pieces and the method', () => {
    fc.assert(
      fc.property(
        fc.oneof(letters, noise),
        options,
        fc.integer({ min: 1, max: 64 }),
        (data, how, size) => {
          const { state, bytes } = inflate(deflateRawSync(data, how), size);
          expect(state).toBe('done');
          expect(bytes.equals(data)).toBe(true);
        },
      ),
      { seed: 11, numRuns: 400 },
    );
  });

  it('reaches back over the whole history and past the size of its buffer', () => {
    const block = Buffer.from(
      Array.from({ length: 32_768 }, (_, i) => (i * 131 + (i >> 8) * 17) & 0xff),
    );
    const data = Buffer.concat([
      ...Array.from({ length: 40 }, () => block),
      Buffer.alloc(400_000, 'ab'),
    ]);
    for (const size of [1000, 65_536, 1 << 20]) {
      const { state, bytes } = inflate(deflateRawSync(data), size);
      expect(state).toBe('done');
      expect(bytes.equals(data)).toBe(true);
    }
  });

  it('says exactly where the stream ends', () => {
    const compressed = deflateRawSync(Buffer.from('memory '.repeat(50)));
    for (let extra = 0; extra < 12; extra++) {
      const tail = Buffer.alloc(extra, 0xee);
      const { state, rest } = inflate(Buffer.concat([compressed, tail]), 1 << 20);
      expect(state).toBe('done');
      expect(Buffer.from(rest).equals(tail)).toBe(true);
    }
  });

  it('wants more when the stream is cut off', () => {
    const compressed = deflateRawSync(Buffer.from('memory '.repeat(50)));
    for (let cut = 0; cut < compressed.length; cut++)
      expect(inflate(compressed.subarray(0, cut), 7).state).toBe('more');
  });

  it('never throws or runs away on damaged input', () => {
    fc.assert(
      fc.property(letters, fc.nat(), fc.integer({ min: 1, max: 255 }), (data, where, flip) => {
        const damaged = Buffer.from(deflateRawSync(data));
        const at = where % damaged.length;
        damaged[at] = (damaged[at] ?? 0) ^ flip;
        const { bytes } = inflate(damaged, 1 << 20);
        expect(bytes.length).toBeLessThan(1 << 20);
      }),
      { seed: 12, numRuns: 1000 },
    );
  });
});
