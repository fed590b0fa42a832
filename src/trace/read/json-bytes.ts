/** Byte values of JSON's own characters. */
export const QUOTE = 0x22;
export const BACKSLASH = 0x5c;
export const COMMA = 0x2c;
export const COLON = 0x3a;
export const OPEN_OBJECT = 0x7b;
export const CLOSE_OBJECT = 0x7d;
export const OPEN_ARRAY = 0x5b;
export const CLOSE_ARRAY = 0x5d;

/** The scan stopped because the bytes so far end inside a token. */
export const NEED_MORE = -1;
/** The scan stopped because the bytes are not JSON. */
export const BROKEN = -2;
/** The scan stopped because containers nest deeper than `MAX_DEPTH`. */
export const TOO_DEEP = -3;

/** Nesting is capped: structured clone and IndexedDB fail at about 3,500 levels in Chromium. */
export const MAX_DEPTH = 512;

/**
 * Strings longer than this many bytes without a quote are searched with the native `indexOf`;
 * below it the call costs more than the loop (measured: about 45 ns a call, 1 ns a byte).
 */
const LOOP_BYTES = 96;

/**
 * The index of the quote that closes a string, or NEED_MORE.
 * @param i index of the first byte inside the string
 */
export function stringEnd(bytes: Uint8Array, i: number, end: number): number {
  for (;;) {
    const stop = Math.min(end, i + LOOP_BYTES);
    let c = 0;
    for (; i < stop; i++) {
      c = bytes[i] ?? 0;
      if (c === QUOTE) return i;
      if (c === BACKSLASH) break;
    }
    if (i < stop) {
      i += 2;
      continue;
    }
    if (i >= end) return NEED_MORE;
    // Far from a quote or an escape: find the next quote natively and look back for its escapes.
    const quote = bytes.indexOf(QUOTE, i);
    if (quote < 0 || quote >= end) return NEED_MORE;
    let slashes = quote;
    while (slashes > i && bytes[slashes - 1] === BACKSLASH) slashes--;
    if (((quote - slashes) & 1) === 0) return quote;
    i = quote + 1;
  }
}

/** The index of the first byte that is not JSON white space, at most `end`. */
export function skipSpace(bytes: Uint8Array, i: number, end: number): number {
  while (i < end) {
    const c = bytes[i] ?? 0;
    if (c > 0x20 || (c !== 0x20 && c !== 0x0a && c !== 0x0d && c !== 0x09)) return i;
    i++;
  }
  return end;
}

const WORDS: readonly Uint8Array[] = ['true', 'false', 'null', 'NaN', 'Infinity', '-Infinity'].map(
  (word) => new TextEncoder().encode(word),
);

function isDigit(c: number): boolean {
  return c >= 0x30 && c <= 0x39;
}

/** A byte that may belong to a number or to a bare word. */
function isScalarByte(c: number): boolean {
  return (
    isDigit(c) ||
    (c >= 0x61 && c <= 0x7a) ||
    (c >= 0x41 && c <= 0x5a) ||
    c === 0x2b ||
    c === 0x2d ||
    c === 0x2e
  );
}

/**
 * The end of a number, `true`, `false`, `null`, or one of the bare words that Python's json writes
 * (NaN, Infinity, -Infinity).
 * @param final no bytes follow `end`, so that a number may end there
 * @returns the index after the token, NEED_MORE or BROKEN
 */
export function scalarEnd(bytes: Uint8Array, start: number, end: number, final: boolean): number {
  let i = start;
  while (i < end && isScalarByte(bytes[i] ?? 0)) i++;
  if (i === end && !final) return NEED_MORE;
  if (i === start) return BROKEN;
  return isNumber(bytes, start, i) || isWord(bytes, start, i) ? i : BROKEN;
}

function isWord(bytes: Uint8Array, start: number, end: number): boolean {
  for (const word of WORDS) {
    if (word.length !== end - start) continue;
    let k = 0;
    while (k < word.length && word[k] === bytes[start + k]) k++;
    if (k === word.length) return true;
  }
  return false;
}

/** Whether a range is a number by the grammar of JSON (no leading zeros, no bare point). */
function isNumber(bytes: Uint8Array, start: number, end: number): boolean {
  let i = bytes[start] === 0x2d ? start + 1 : start;
  const whole = i;
  while (i < end && isDigit(bytes[i] ?? 0)) i++;
  if (i === whole || (bytes[whole] === 0x30 && i > whole + 1)) return false;
  if (i < end && bytes[i] === 0x2e) {
    const fraction = ++i;
    while (i < end && isDigit(bytes[i] ?? 0)) i++;
    if (i === fraction) return false;
  }
  if (i < end && ((bytes[i] ?? 0) | 0x20) === 0x65) {
    i++;
    if (bytes[i] === 0x2b || bytes[i] === 0x2d) i++;
    const exponent = i;
    while (i < end && isDigit(bytes[i] ?? 0)) i++;
    if (i === exponent) return false;
  }
  return i === end;
}
