// Tables of deflate (RFC 1951).

/** Reads a table written as one line of numbers. */
const numbers = (text: string): readonly number[] => text.split(' ').map(Number);

/** The shortest length of each length code from 257, and how many bits are added to it (§3.2.5). */
export const LENGTH_BASE = Uint16Array.from(
  numbers('3 4 5 6 7 8 9 10 11 13 15 17 19 23 27 31 35 43 51 59 67 83 99 115 131 163 195 227 258'),
);
export const LENGTH_EXTRA = Uint8Array.from(
  numbers('0 0 0 0 0 0 0 0 1 1 1 1 2 2 2 2 3 3 3 3 4 4 4 4 5 5 5 5 0'),
);

/** The same for distance codes. */
export const DISTANCE_BASE = Uint16Array.from(
  numbers(
    '1 2 3 4 5 7 9 13 17 25 33 49 65 97 129 193 257 385 513 769 1025 1537 2049 3073 4097 6145 8193 12289 16385 24577',
  ),
);
export const DISTANCE_EXTRA = Uint8Array.from(
  numbers('0 0 0 0 1 1 2 2 3 3 4 4 5 5 6 6 7 7 8 8 9 9 10 10 11 11 12 12 13 13'),
);

/** The order in which the lengths of the code for code lengths are written (§3.2.7). */
export const LENGTH_ORDER = Uint8Array.from(
  numbers('16 17 18 0 8 7 9 6 10 5 11 4 12 3 13 2 14 1 15'),
);

/** Code lengths of the fixed codes (§3.2.6). */
export const FIXED_LITERALS = new Uint8Array(288)
  .fill(8, 0, 144)
  .fill(9, 144, 256)
  .fill(7, 256, 280)
  .fill(8, 280);
export const FIXED_DISTANCES = new Uint8Array(30).fill(5);
