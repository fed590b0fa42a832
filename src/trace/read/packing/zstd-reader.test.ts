import { createXXHash64 } from 'hash-wasm';
import { describe, expect, it } from 'vitest';
import { utf8 } from '../../../../test/support/graph-file';
import type { UnpackEnd } from './unpacker';
import { ZstdReader } from './zstd-reader';

/** What the zstd tool makes of `TEXT` with `-19 --check`. */
const PACKED = Buffer.from(
  'KLUv/WT9M50pAJpy7AwTwKXQAe5q1/P/giRlkinJfh07b80AxwDIAByJQORcHBTqKoyqX3PE8cXCYr1jxHzrKFaoE5osKJ6TgRYcv93Z9QuzGpNUdURe4WGEa/aqE8781GmIRBo6bWr8XCGs2q7FMPyarLOqkYwrTM/G250jsUAjNxcHZdQJo+p35kbm+CJE7xgx965eFCtUIQmK52SgGGd+u7N9mBqTVHUmstfCwwiXXRXO/NROGxqJNHSa4l0hrNpzxYbh16RTRTKuMP3Yxdf6HIlA5FwcFCEJ6mISgo+qml6bM1IHL40YQJjAwMIKCAYGAYO10xCJNHSa4l0hXHX2XIth+DXpVJGMa2HWj93bfSMRaJyLxwl1wqj6NUcc32Jh0TtGzLeOYmXUCU2C4jkZaMHx233s+oWpMUlVR+QVHkbMNXtV4cxPnYZIpKGdNjXeFcKq7VoMw6+JrLMqknGYno23O2cSCzRyLg7KqBNG1XtnbsTxRYjeMTJz7+ooVqhCEhTPyQWKcfx2Z/swNSapWmcie4WHES67Kpz5Te20IRJp6DTFu0JYnT3XIobh16RTRTKuzfqxi7d7QhIUbz5ygRYcv93ZPkyNR7KqdURe4WGEy64K5/GbOg2RSEOnKd4VE64627UYhl+TThXJeLUw69l4u3MkApFz8YKTUSdVv+aI4+tC3DFivnUUVxl1QhIUz8lAC47fLj52fZgak1R1RF7h4SLmml0VzvzUaYhE2tBOm+JdIazarsUwvNdE1qkiGVeYno23+ziTWCByLg7KqBNGrd47c8TxhrhjIzP31lGsUIUkKJ6PXKBJcPx2Z/swNSZZ1ToTeYWHES67KpzHbwLs2vnjSAQi5+KNOhkXtfo1RxxviH2OjZhvHRWqkAQn3nxkoAXHb3e2D1Mbj2RVHZFXeBjhsqtCj586DZFIQ6cp3quYcFXbtRiGX5NOFcnGq4Xp2Xi7cyQCkfOJF5yMOmFU/Y6LfV2IO0bMt44aVxlVSILiORlowfHXLj62D1NjkqqOyCu84SLmsqvCmZ86DZFG2tBOU7wrhFXbtRguvNdEOlUk4wrTs/F2/jiTCETOxUEZdcJFrd5rjjjeEJ9jIzPfOooVaoNwqCKogL9+BhJ+kUiwUmgDEmAQQBBgEMxdyihbYxBDB2PPQxdbT/damoY+1JkKp0Jpvq2vFhsxyCoGwfIq9thuDWnHvm316P6nOX3EGGcmy0XKVpyNtpikMjSGchByMxiJrKHlG2okLV4Y5UXYlqBSnB7Ug0A/GrNt/HZj+qlM2o2MDv5GLtqzDO2Q0khoL5TybfWlxaVk3UDZUOKb8Win3+L12Pn39NDdWhqSpE5kBdDXSIt2RIZ+aHeDgA3rC32SzzeMZmsxILIXQiSqk3N7GA4F4misv+WhrXSHMmkHsnjwG7lozzK0hiw1EcqFsnxLfdXiUIqySfip0STP/r1LvEdueovHfd/PECRRIQ/VOBuPkmhRmIih53XTwjEsse+iYfxQ1XaYBvDtoyo096nMo4PpVVlAfvM9g8JLSFJT5EOtw5iLI7Ohp1Npe53hjpiwuDVaZLtAyEea9R9m9X4SnhzdpJqeZN1IW5St4bCRaI5ifBWFqQxd4/ffh4soLm6MxmUiAG7ldzvY+VUJzHx8mOh4ibPrE5HEjey0wm+koj1t6PmGu0JnuCMmWtwa9dwNACCbY7XHEa2VwrkHEWikdpgbTENy4pFGcsSNEEWhgnF0iqnkhD21fBPnp/Om5E/nTslPmnMydd60uSfy8Gk0TKpWrQ3eBA==',
  'base64',
);
const TEXT = Array.from({ length: 900 }, (_, i) => `memory ${(i * i) % 97} of ${i % 13}`).join(
  '\n',
);
const MAGIC = [0x28, 0xb5, 0x2f, 0xfd];

interface Read {
  readonly end: UnpackEnd;
  readonly text: string;
}

/** Reads in pieces of the given size. */
async function read(packed: Uint8Array, size = 1 << 20): Promise<Read> {
  const parts: Uint8Array[] = [];
  const reader = new ZstdReader(packed.length, await createXXHash64(), (text) => parts.push(text));
  for (let at = 0, going = true; at < packed.length && going; at += size)
    going = reader.push(packed.subarray(at, at + size));
  return { end: reader.finish(), text: Buffer.concat(parts).toString() };
}

/** A frame without a checksum, of blocks that are not compressed. */
function frame(text: string, window = 0x58): Uint8Array {
  const bytes = utf8(text);
  const head = (bytes.length << 3) | 1;
  return Uint8Array.of(...MAGIC, 0, window, head & 255, (head >> 8) & 255, head >> 16, ...bytes);
}

/** One block that repeats a byte 128 Ki times. */
const repeated = (isLast: boolean): readonly number[] => {
  const head = ((128 << 10) << 3) | 2 | (isLast ? 1 : 0);
  return [head & 255, (head >> 8) & 255, head >> 16, 0x20];
};
const skippable = (length: number): Uint8Array =>
  Uint8Array.of(0x5a, 0x2a, 0x4d, 0x18, length, 0, 0, 0, ...new Uint8Array(length));
const join = (...parts: readonly Uint8Array[]): Uint8Array => new Uint8Array(Buffer.concat(parts));
const changed = (at: number): Uint8Array => {
  const bytes = new Uint8Array(PACKED);
  bytes[at] = (bytes[at] ?? 0) ^ 0x55;
  return bytes;
};

describe('ZstdReader', () => {
  it('reads what the zstd tool wrote, whatever the pieces', async () => {
    for (const size of [1, 2, 3, 7, 17, 64, 1000, 1 << 20])
      expect(await read(PACKED, size)).toEqual({ end: { kind: 'whole' }, text: TEXT });
  });

  it('reads any number of frames, those to be skipped included', async () => {
    const packed = join(skippable(3), frame('one '), skippable(0), frame(''), frame('two'), PACKED);
    for (const size of [1, 5, 1 << 20])
      expect(await read(packed, size)).toEqual({ end: { kind: 'whole' }, text: `one two${TEXT}` });
  });

  it('does not recurse over frames', async () => {
    const packed = join(...Array.from({ length: 20_000 }, () => frame('a', 0)));
    expect(await read(packed)).toEqual({ end: { kind: 'whole' }, text: 'a'.repeat(20_000) });
  });

  it.each<[string, Uint8Array, UnpackEnd['kind'], RegExp]>([
    ['a file that is cut off', PACKED.subarray(0, PACKED.length - 1), 'damaged', /too early/],
    ['a header that is cut off', PACKED.subarray(0, 5), 'damaged', /too early/],
    ['a wrong checksum', changed(PACKED.length - 1), 'damaged', /checksum/],
    ['changed data', changed(PACKED.length >> 1), 'damaged', /After \d+ bytes/],
    ['a window beyond any tool', frame('text', 0xf8), 'damaged', /memory/],
    [
      'many large windows',
      join(...Array.from({ length: 9 }, () => frame('a', 0x80))),
      'damaged',
      /memory/,
    ],
    ['a dictionary', Uint8Array.of(...MAGIC, 1, 0x58, 7, 1, 0, 0), 'damaged', /dictionary/],
    ['bytes behind the last frame', join(PACKED, utf8('something else')), 'trailing', /^$/],
  ])('says so at %s', async (_, packed, kind, reason) => {
    const { end } = await read(packed, 64);
    expect(end.kind).toBe(kind);
    expect('reason' in end ? end.reason : '').toMatch(reason);
  });

  it('keeps what came before the damage', async () => {
    const { text } = await read(join(frame('before'), changed(PACKED.length - 1)));
    expect(text).toBe(`before${TEXT}`);
  });

  it('stops a bomb', async () => {
    const blocks = Array.from({ length: 100_000 }, (_, i) => repeated(i === 99_999));
    const reader = await read(Uint8Array.from([...MAGIC, 0, 0x58, ...blocks.flat()]));
    expect(reader.end.kind).toBe('too-large');
    expect(reader.text.length).toBeLessThan(90 << 20);
  });
});
