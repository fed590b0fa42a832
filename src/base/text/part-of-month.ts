import { absoluteDate } from './absolute-date';
import { spanDays, type DaySpan } from './calendar';
import type { BaseAt, Found } from './date-parts';

type Part = (month: DaySpan) => DaySpan;

const week =
  (number: number): Part =>
  ({ first }) => ({ first: first + 7 * (number - 1), last: first + 7 * number - 1 });

const WEEKS = new Map<string, Part>([
  ['first', week(1)],
  ['second', week(2)],
  ['third', week(3)],
  ['fourth', week(4)],
  ['last', ({ last }) => ({ first: last - 7, last })],
]);

const PARTS = new Map<string, Part>([
  ['early', ({ first }) => ({ first, last: first + 9 })],
  ['beginning', ({ first }) => ({ first, last: first + 9 })],
  ['start', ({ first }) => ({ first, last: first + 9 })],
  ['mid', ({ first }) => ({ first: first + 9, last: first + 19 })],
  ['middle', ({ first }) => ({ first: first + 9, last: first + 19 })],
  ['late', ({ last }) => ({ first: last - 10, last })],
  ['end', ({ last }) => ({ first: last - 10, last })],
]);

/** "the last week of July 2023", "early May", "mid June 2022", "the end of August". */
export function partOfMonth(
  words: readonly string[],
  at: number,
  baseAt: BaseAt,
): Found | undefined {
  const start = words[at] === 'the' ? at + 1 : at;
  const weeks = WEEKS.get(words[start] ?? '');
  const weekly = weeks !== undefined && words[start + 1] === 'week';
  const part = weekly ? weeks : PARTS.get(words[start] ?? '');
  if (part === undefined) return undefined;
  let next = start + (weekly ? 2 : 1);
  if (words[next] === 'of' || words[next] === 'in') next++;
  const month = absoluteDate(words, next, baseAt);
  if (month === undefined) return undefined;
  const length = next + month.length - at;
  if (month.span === undefined) return { ...month, length };
  const days = spanDays(month.span);
  return days < 28 || days > 31 ? undefined : { ...month, length, span: part(month.span) };
}
