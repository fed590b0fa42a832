import { dateOf, type DaySpan } from './calendar';
import { numberWord, numeral } from './number-words';

/** The day number that relative phrases at a token position count from, if it is known. */
export type BaseAt = (position: number) => number | undefined;

/** A time found at some token: how many tokens it takes, and the days it comes to. */
export interface Found {
  readonly length: number;
  readonly relative: boolean;
  readonly span: DaySpan | undefined;
  readonly iso?: boolean;
}

const MONTHS =
  'january february march april may june july august september october november december'.split(
    ' ',
  );
const SHORT_MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec sept'.split(' ');

/** Every month name and abbreviation, folded. */
export const MONTH_NAMES: readonly string[] = [...MONTHS, ...SHORT_MONTHS];

/** 1…12 for a folded month name or its abbreviation, or `undefined`. */
export function monthIndex(word: string): number | undefined {
  const long = MONTHS.indexOf(word);
  if (long >= 0) return long + 1;
  const short = SHORT_MONTHS.indexOf(word);
  return short < 0 ? undefined : short === 12 ? 9 : short + 1;
}

/** The year that puts a month closest to the base day. */
export function nearestYear(base: number | undefined, month: number): number | undefined {
  if (base === undefined) return undefined;
  const now = dateOf(base);
  const months = month - now.month;
  return months > 6 ? now.year - 1 : months < -6 ? now.year + 1 : now.year;
}

/** A whole number in digits or words. */
export function numberAt(word: string | undefined): number | undefined {
  if (word === undefined) return undefined;
  const value = numeral(word) ?? numberWord(word);
  return value !== undefined && Number.isInteger(value) ? value : undefined;
}

/** A day of the month, with or without its ordinal ending. */
export function dayNumber(word: string | undefined): number | undefined {
  if (word === undefined || !/^\d{1,2}(?:st|nd|rd|th)?$/.test(word)) return undefined;
  const value = Number.parseInt(word, 10);
  return value >= 1 && value <= 31 ? value : undefined;
}

/** A year of four digits from 1900 to 2100. */
export function yearNumber(word: string | undefined): number | undefined {
  if (word === undefined || !/^\d{4}$/.test(word)) return undefined;
  const value = Number(word);
  return value >= 1900 && value <= 2100 ? value : undefined;
}
