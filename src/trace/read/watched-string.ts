import { BACKSLASH, NEED_MORE, QUOTE, stringEnd } from './json-bytes';
import { ODD, type Oddities } from './oddities';
import { utf8Length } from './utf8-length';

/** What a byte means inside a string: nothing, its end, an escape, a control character, UTF-8. */
const END = 1;
const ESCAPE = 2;
const CONTROL = 3;
const WIDE = 4;
const MEANING = Uint8Array.from({ length: 256 }, (_, c) =>
  c === QUOTE ? END : c === BACKSLASH ? ESCAPE : c < 0x20 ? CONTROL : c >= 0x80 ? WIDE : 0,
);

/** Bytes that may follow a backslash, `u` apart. */
const SHORT = new Uint8Array(256);
for (const c of new TextEncoder().encode('"\\/bfnrt')) SHORT[c] = 1;
const U = 0x75;

/**
 * The index of the quote that closes a string, or NEED_MORE; what is odd in a whole string is
 * noted. One pass over ordinary strings; only odd ones are looked at a second time.
 * @param i index of the first byte inside the string
 */
export function watchedStringEnd(bytes: Uint8Array, i: number, end: number, odd: Oddities): number {
  const start = i;
  const view = odd.viewOf(bytes);
  const lastWord = end - 4;
  for (;;) {
    while (i <= lastWord && isPlain(view.getInt32(i, true))) i += 4;
    let meaning = 0;
    while (i < end && (meaning = MEANING[bytes[i] ?? 0] ?? 0) === 0) i++;
    if (i >= end) return NEED_MORE;
    if (meaning === END) return i;
    const length = meaning === CONTROL ? 0 : regular(bytes, i, end, meaning);
    if (length === 0) return oddString(bytes, start, end, odd);
    i += length;
  }
}

const HIGH_BITS = 0x8080_8080;
const ONES = 0x0101_0101;
const SPACES = 0x2020_2020;
const QUOTES = 0x2222_2222;
const BACKSLASHES = 0x5c5c_5c5c;

/**
 * Whether four bytes have no meaning in a string. Subtracting sets the high bit of a byte that was
 * smaller, or borrows from the next one, which only makes the answer "no" twice.
 */
function isPlain(word: number): boolean {
  const some = word | (word - SPACES) | ((word ^ QUOTES) - ONES) | ((word ^ BACKSLASHES) - ONES);
  return (some & HIGH_BITS) === 0;
}

/** Bytes of a regular escape or character at `i`; 0 when it is odd, or not whole. */
function regular(bytes: Uint8Array, i: number, end: number, meaning: number): number {
  if (meaning === WIDE) return utf8Length(bytes, i, end);
  const next = bytes[i + 1] ?? 0;
  if (SHORT[next] === 1) return 2;
  if (next !== U) return 0;
  const unit = hexUnit(bytes, i + 2, end);
  if (unit < 0 || (unit & 0xf800) !== 0xd800) return unit < 0 ? 0 : 6;
  return isPair(bytes, i, end, unit) ? 12 : 0;
}

/** Whether the escape of a first half at `i` is followed by that of a second half. */
function isPair(bytes: Uint8Array, i: number, end: number, unit: number): boolean {
  if (unit >= 0xdc00 || bytes[i + 6] !== BACKSLASH || bytes[i + 7] !== U) return false;
  const second = hexUnit(bytes, i + 8, end);
  return second >= 0xdc00 && second <= 0xdfff;
}

/** The number of four hexadecimal digits, or -1. */
function hexUnit(bytes: Uint8Array, i: number, end: number): number {
  if (i + 4 > end) return -1;
  let unit = 0;
  for (let k = 0; k < 4; k++) {
    const digit = hexDigit(bytes[i + k] ?? 0);
    if (digit < 0) return -1;
    unit = unit * 16 + digit;
  }
  return unit;
}

function hexDigit(c: number): number {
  if (c >= 0x30 && c <= 0x39) return c - 0x30;
  const letter = c | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}

/** Finds the end as reading does, and once the string is whole notes what is odd in it. */
function oddString(bytes: Uint8Array, start: number, end: number, odd: Oddities): number {
  const quote = stringEnd(bytes, start, end);
  if (quote < 0) return quote;
  for (let i = start; i < quote;) {
    const meaning = MEANING[bytes[i] ?? 0] ?? 0;
    const length = meaning === 0 ? 1 : meaning === CONTROL ? 0 : regular(bytes, i, quote, meaning);
    if (length > 0) {
      i += length;
      continue;
    }
    if (meaning === CONTROL) odd.note(ODD.controlCharacter, i++);
    else if (meaning === WIDE) {
      odd.note(ODD.notUtf8, i++);
      // The rest of the same broken character.
      while (i < quote && ((bytes[i] ?? 0) & 0xc0) === 0x80) i++;
    } else if (hexUnit(bytes, i + 2, quote) >= 0 && bytes[i + 1] === U) {
      odd.note(ODD.loneSurrogate, i);
      i += 6;
    } else {
      odd.note(ODD.unknownEscape, i);
      // What follows is a character of its own when it is more than a byte.
      i += (bytes[i + 1] ?? 0) >= 0x80 ? 1 : 2;
    }
  }
  return quote;
}
