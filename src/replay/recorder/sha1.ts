const utf8 = new TextEncoder();

/**
 * SHA-1 of a text's UTF-8, as 40 hex digits: the identity of values that carry no name of their own
 * (formats.md §2). Synchronous, which the browser's own digest is not; FIPS 180-4 §6.1.
 */
export function sha1(text: string): string {
  const bytes = utf8.encode(text);
  const blocks = ((bytes.length + 8) >> 6) + 1;
  const view = new DataView(new ArrayBuffer(blocks * 64));
  new Uint8Array(view.buffer).set(bytes);
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
  for (let i = 16; i < 80; i++)
    words[i] = rotate(
      (words[i - 3] ?? 0) ^ (words[i - 8] ?? 0) ^ (words[i - 14] ?? 0) ^ (words[i - 16] ?? 0),
      1,
    );
  let a = state[0] ?? 0;
  let b = state[1] ?? 0;
  let c = state[2] ?? 0;
  let d = state[3] ?? 0;
  let e = state[4] ?? 0;
  for (let i = 0; i < 80; i++) {
    const next = (rotate(a, 5) + choose(i, b, c, d) + e + (words[i] ?? 0)) | 0;
    e = d;
    d = c;
    c = rotate(b, 30);
    b = a;
    a = next;
  }
  // Adding into a typed array wraps at 32 bits.
  state[0] = (state[0] ?? 0) + a;
  state[1] = (state[1] ?? 0) + b;
  state[2] = (state[2] ?? 0) + c;
  state[3] = (state[3] ?? 0) + d;
  state[4] = (state[4] ?? 0) + e;
}

/** The function and the constant of a round. */
function choose(i: number, b: number, c: number, d: number): number {
  if (i < 20) return ((b & c) | (~b & d)) + 0x5a827999;
  if (i < 40) return (b ^ c ^ d) + 0x6ed9eba1;
  if (i < 60) return ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdc;
  return (b ^ c ^ d) + 0xca62c1d6;
}

const rotate = (word: number, by: number): number => (word << by) | (word >>> (32 - by));
