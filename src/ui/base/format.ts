import { visible } from './visible';

const UNKNOWN = '–';
const UNITS = ['kB', 'MB', 'GB', 'TB'] as const;
const whole = new Intl.NumberFormat('en');

/** A count with thousands separators. */
export const count = (n: number): string => whole.format(n);

/** Bytes in decimal units with three significant figures: `812 B`, `1.95 MB`. */
export function bytes(n: number): string {
  if (!Number.isFinite(n)) return UNKNOWN;
  if (n < 1000) return `${n} B`;
  let value = n;
  let unit: string = 'B';
  for (const next of UNITS) {
    if (value < 999.5) break;
    value /= 1000;
    unit = next;
  }
  const digits = value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
  return `${value.toFixed(digits)} ${unit}`;
}

/** A share as whole per cent, `–` when unknown; what is not quite none or all is not rounded to it. */
export function percent(share: number | undefined): string {
  if (share === undefined || !Number.isFinite(share)) return UNKNOWN;
  const rounded = Math.round(share * 100);
  if (rounded === 0 && share > 0) return '<1 %';
  if (rounded === 100 && share < 1) return '>99 %';
  return `${rounded} %`;
}

/** An interval of shares in whole per cent: `91–100 %`. */
export function interval(low: number | undefined, high: number | undefined): string {
  if (low === undefined || high === undefined) return UNKNOWN;
  return `${Math.round(low * 100)}–${Math.round(high * 100)} %`;
}

/** How much of `total` is done, in whole per cent that reach 100 only at the end. */
export const percentDone = (done: number, total: number): number =>
  total <= 0 ? 0 : Math.min(100, Math.floor((done / total) * 100));

/** A confidence or share with two decimals, `–` when unknown. */
export const decimal = (n: number | undefined): string =>
  n === undefined || !Number.isFinite(n) ? UNKNOWN : n.toFixed(2);

/** A duration for people: `430 ms`, `2.1 s`, `3 min 20 s`. */
export function duration(milliseconds: number): string {
  if (!Number.isFinite(milliseconds)) return UNKNOWN;
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 59_950) return `${(milliseconds / 1000).toFixed(1)} s`;
  const seconds = Math.round(milliseconds / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** A recorded time (milliseconds since 1970, read as UTC) as `2023-05-07 13:37:05`. */
export function moment(time: number): string {
  // 8.64e15 ms is the last day a date can hold; a damaged trace may name any number.
  if (!(Math.abs(time) <= 8.64e15)) return UNKNOWN;
  const iso = new Date(time).toISOString();
  return iso.slice(0, -5).replace('T', ' ');
}

const local = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short' });

/** When something was done here, in the time of this place: `2026-12-01 14:05`. */
export const dateTime = (time: number): string =>
  Math.abs(time) <= 8.64e15 ? local.format(time) : UNKNOWN;

/** One line of a text, cut at `limit` characters with an ellipsis. */
export function oneLine(text: string, limit = 200): string {
  const line = visible(text.slice(0, limit * 2))
    .replace(/\s+/g, ' ')
    .trim();
  if (line.length <= limit) return text.length > limit * 2 ? `${line}…` : line;
  return `${line.slice(0, limit).trimEnd()}…`;
}
