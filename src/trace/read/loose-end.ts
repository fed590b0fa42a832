import {
  CLOSE_ARRAY,
  CLOSE_OBJECT,
  NEED_MORE,
  OPEN_ARRAY,
  OPEN_OBJECT,
  QUOTE,
  stringEnd,
} from './json-bytes';

/**
 * The end of a record that is not valid JSON: the bracket that balances its first one, strings
 * apart. Used to go on behind a broken record.
 * @returns the index after it, or NEED_MORE
 */
export function looseEnd(bytes: Uint8Array, start: number, end: number): number {
  let depth = 0;
  for (let i = start; i < end; i++) {
    const c = bytes[i];
    if (c === QUOTE) {
      const quote = stringEnd(bytes, i + 1, end);
      if (quote < 0) return NEED_MORE;
      i = quote;
    } else if (c === OPEN_OBJECT || c === OPEN_ARRAY) depth++;
    else if ((c === CLOSE_OBJECT || c === CLOSE_ARRAY) && --depth === 0) return i + 1;
  }
  return NEED_MORE;
}
