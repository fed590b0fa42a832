import { NONE } from '../columns';

const AT = 0x40;

/** A whole number without leading zeros, below 2^32 - 1, from `bytes[start..end)`; NONE otherwise. */
export function readVersion(bytes: Uint8Array, start: number, end: number): number {
  if (end <= start || end - start > 10 || (bytes[start] === 0x30 && end - start > 1)) return NONE;
  let version = 0;
  for (let i = start; i < end; i++) {
    const digit = (bytes[i] ?? 0) - 0x30;
    if (digit < 0 || digit > 9) return NONE;
    version = version * 10 + digit;
  }
  return version < NONE ? version : NONE;
}

/**
 * Splits a full node id at its last `@`; names contain `@` and `:` themselves.
 * @returns the index of the `@` and the version, NONE when there is no `@version`
 */
export function splitNodeId(
  bytes: Uint8Array,
  start: number,
  end: number,
): { readonly at: number; readonly version: number } {
  let at = end - 1;
  while (at >= start && bytes[at] !== AT) at--;
  if (at < start) return { at: end, version: NONE };
  return { at, version: readVersion(bytes, at + 1, end) };
}
