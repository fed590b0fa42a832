/** Value of `count` digits at `i`, or NaN. */
function digits(bytes: Uint8Array, i: number, count: number): number {
  let value = 0;
  for (let k = i; k < i + count; k++) {
    const digit = (bytes[k] ?? 0) - 0x30;
    if (digit < 0 || digit > 9) return Number.NaN;
    value = value * 10 + digit;
  }
  return value;
}

const SHAPE = 'dddd-dd-dd dd:dd:dd.ddd';

/**
 * Reads `YYYY-MM-DD HH:MM:SS.mmm`, the only form smartcomment writes and accepts, from the token
 * `bytes[start..end)` with its quotes.
 * @returns milliseconds since 1970 read as UTC (the zone is not recorded), NaN for anything else
 */
export function readTimestamp(bytes: Uint8Array, start: number, end: number): number {
  if (end - start !== SHAPE.length + 2) return Number.NaN;
  const i = start + 1;
  const separators =
    bytes[i + 4] === 0x2d &&
    bytes[i + 7] === 0x2d &&
    bytes[i + 10] === 0x20 &&
    bytes[i + 13] === 0x3a &&
    bytes[i + 16] === 0x3a &&
    bytes[i + 19] === 0x2e;
  if (!separators) return Number.NaN;
  const year = digits(bytes, i, 4);
  const month = digits(bytes, i + 5, 2);
  const day = digits(bytes, i + 8, 2);
  const hour = digits(bytes, i + 11, 2);
  const minute = digits(bytes, i + 14, 2);
  const second = digits(bytes, i + 17, 2);
  const millisecond = digits(bytes, i + 20, 3);
  if (!(month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month))) return Number.NaN;
  if (!(hour < 24 && minute < 60 && second < 60)) return Number.NaN;
  return (
    daysSince1970(year, month, day) * 86_400_000 +
    hour * 3_600_000 +
    minute * 60_000 +
    second * 1000 +
    millisecond
  );
}

function daysIn(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** Days from 1970-01-01 in the proleptic Gregorian calendar, counting years from March. */
function daysSince1970(year: number, month: number, day: number): number {
  const y = month <= 2 ? year - 1 : year;
  const century = Math.floor(y / 100);
  const leapDays = Math.floor(y / 4) - century + Math.floor(century / 4);
  const monthDays = Math.floor((153 * ((month + 9) % 12) + 2) / 5);
  return y * 365 + leapDays + monthDays + day - 1 - 719_468;
}
