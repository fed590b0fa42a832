const utf8 = new TextEncoder();

/**
 * SHA-1 of a text's UTF-8, as 40 hex digits: the identity of values that carry no name of their own
 * (formats.md §2). Synchronous, which the browser's own digest is not; FIPS 180-4 §6.1.
 */
export function sha1(text: string): string {
  const bytes = utf8.encode(text);
  const blocks = ((bytes.length + 8) >> 6) + 1;
  const view = new DataView(new ArrayBuffer(blocks * 64));
  bytes.forEach((byte, i) => view.setUint8(i, byte));
  view.setUint8(bytes.length, 0x80);
  view.setUint32(blocks * 64 - 8, Math.floor(bytes.length / 0x20000000));
  view.setUint32(blocks * 64 - 4, (bytes.length << 3) >>> 0);
  const state = new Uint32Array([0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0]);
  const words = new Uint32Array(80);
  for (let b = 0; b < blocks; b++) {
    for (let i = 0; i < 16; i++) words[i] = view.getUint32(b * 64 + i * 4);
    compress(state, words);
  }
  return [...state].map((word) => word.toString(16).padStart(8, '0')).join('');
}

/** Mixes one block, whose 16 words stand at the start of `words`, into the state. */
function compress(state: Uint32Array, words: Uint32Array): void {
  for (let i = 16; i < 80; i++) words[i] = rotate(mixed(words, i), 1);
  let [a = 0, b = 0, c = 0, d = 0, e = 0] = state;
  for (let i = 0; i < 80; i++) {
    const [choice, constant] = round(i, b, c, d);
    const next = (rotate(a, 5) + choice + e + constant + (words[i] ?? 0)) >>> 0;
    [a, b, c, d, e] = [next, a, rotate(b, 30), c, d];
  }
  [a, b, c, d, e].forEach((word, i) => (state[i] = (state[i] ?? 0) + word));
}

const mixed = (w: Uint32Array, i: number): number =>
  (w[i - 3] ?? 0) ^ (w[i - 8] ?? 0) ^ (w[i - 14] ?? 0) ^ (w[i - 16] ?? 0);

function round(i: number, b: number, c: number, d: number): readonly [number, number] {
  if (i < 20) return [((b & c) | (~b & d)) >>> 0, 0x5a827999];
  if (i < 40) return [(b ^ c ^ d) >>> 0, 0x6ed9eba1];
  if (i < 60) return [((b & c) | (b & d) | (c & d)) >>> 0, 0x8f1bbcdc];
  return [(b ^ c ^ d) >>> 0, 0xca62c1d6];
}

const rotate = (word: number, by: number): number => ((word << by) | (word >>> (32 - by))) >>> 0;
