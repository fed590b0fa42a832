import type { Steps } from '../../base/steps';
import type { TextTable } from '../columns';

/** Rows worked on before a stop: a few milliseconds. */
export const ROWS_PER_STEP = 1 << 15;

/**
 * Builds a text table of `count` strings, with stops on the way.
 * @param write appends the bytes of one string, in one or several parts
 */
export function* textTable(
  count: number,
  write: (index: number, append: (part: Uint8Array) => void) => void,
): Steps<TextTable> {
  const starts = new Uint32Array(count + 1);
  let bytes = new Uint8Array(Math.max(64, count * 48));
  let used = 0;
  const append = (part: Uint8Array): void => {
    if (used + part.length > bytes.length) {
      const larger = new Uint8Array(Math.max(bytes.length * 2, used + part.length));
      larger.set(bytes.subarray(0, used));
      bytes = larger;
    }
    bytes.set(part, used);
    used += part.length;
  };
  for (let index = 0; index < count; index++) {
    write(index, append);
    starts[index + 1] = used;
    if (index % ROWS_PER_STEP === 0) yield;
  }
  return { bytes: bytes.slice(0, used), starts };
}
