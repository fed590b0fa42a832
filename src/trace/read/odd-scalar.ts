import { ODD, type Oddities } from './oddities';

/** Shorter numbers are in range: `1e309` is the shortest that is not. */
const SHORTEST = 5;
/** Whole numbers of fewer digits are exact. */
const EXACT_DIGITS = 16;

/** Notes a scalar token that JSON has no number for, or whose number does not fit a double. */
export function lookAtScalar(bytes: Uint8Array, start: number, end: number, odd: Oddities): void {
  const c = bytes[start] ?? 0;
  // Of the tokens that reading accepts only numbers begin with a digit or, with a digit after it, a minus.
  const first = c === 0x2d ? (bytes[start + 1] ?? 0) : c;
  if (first === 0x4e || first === 0x49) {
    odd.note(ODD.bareNumber, start);
    return;
  }
  if (end - start < SHORTEST || first < 0x30 || first > 0x39) return;
  let whole = true;
  let exponent = false;
  for (let i = start + 1; i < end; i++) {
    const b = bytes[i] ?? 0;
    if (b === 0x2e) whole = false;
    else if ((b | 0x20) === 0x65) exponent = true;
  }
  if (!exponent && (!whole || end - start < EXACT_DIGITS)) return;
  const text = String.fromCharCode(...bytes.subarray(start, Math.min(end, start + LONGEST)));
  const value = Number(text);
  const inexact = whole && !exponent && Math.abs(value) > Number.MAX_SAFE_INTEGER;
  const vanishes = value === 0 && /^-?[0.]*[1-9]/.test(text);
  if (inexact || vanishes || !Number.isFinite(value)) odd.note(ODD.numberRange, start);
}

/** More digits are more than any range; a cut exponent is out of range as well. */
const LONGEST = 400;
