/**
 * Bytes of the UTF-8 character of more than one byte that starts at `i`; 0 when the bytes are no
 * character (overlong, a surrogate, beyond U+10FFFF, cut off).
 */
export function utf8Length(bytes: Uint8Array, i: number, end: number): number {
  const first = bytes[i] ?? 0;
  if (first < 0xc2 || first > 0xf4) return 0;
  const length = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  if (i + length > end) return 0;
  const second = bytes[i + 1] ?? 0;
  const low = first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80;
  const high = first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf;
  if (second < low || second > high) return 0;
  for (let k = 2; k < length; k++) if (((bytes[i + k] ?? 0) & 0xc0) !== 0x80) return 0;
  return length;
}
