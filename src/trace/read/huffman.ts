/** The longest code of deflate. */
const MAX_BITS = 15;

/** A code table read by its low bits: entry = symbol << 4 | length of its code; 0 = no such code. */
export interface HuffmanTable {
  readonly entries: Uint16Array;
  /** Bits that index the table. */
  readonly bits: number;
}

/**
 * Builds the canonical table of RFC 1951 §3.2.2.
 * @param lengths code length of each symbol, 0 for none
 * @returns undefined when the lengths promise more codes than there are bits
 */
export function huffmanTable(lengths: Uint8Array): HuffmanTable | undefined {
  const counts = new Uint16Array(MAX_BITS + 1);
  let bits = 1;
  for (const length of lengths) {
    counts[length] = (counts[length] ?? 0) + 1;
    if (length > bits) bits = length;
  }
  counts[0] = 0;
  const next = new Uint16Array(MAX_BITS + 2);
  let code = 0;
  for (let length = 1; length <= MAX_BITS; length++) {
    next[length] = code;
    code = (code + (counts[length] ?? 0)) << 1;
    if (code > 2 << length) return undefined;
  }
  const entries = new Uint16Array(1 << bits);
  for (let symbol = 0; symbol < lengths.length; symbol++) {
    const length = lengths[symbol] ?? 0;
    if (length === 0) continue;
    const own = next[length] ?? 0;
    next[length] = own + 1;
    const entry = (symbol << 4) | length;
    for (let at = reversed(own, length); at < entries.length; at += 1 << length)
      entries[at] = entry;
  }
  return { entries, bits };
}

/** Codes are packed first bit first, so that they are read backwards. */
function reversed(code: number, length: number): number {
  let result = 0;
  for (let i = 0; i < length; i++) result |= ((code >> i) & 1) << (length - 1 - i);
  return result;
}
