/**
 * Days counted from 1970-01-01, in UTC: plain calendar arithmetic, because a conversation's clock
 * has no zone. A span of days is inclusive on both sides.
 */
export interface DaySpan {
  readonly first: number;
  readonly last: number;
}

const DAY = 86_400_000;

/** The day number of a date; months count from 1. Out-of-range days roll over, as in `Date.UTC`. */
export const dayOf = (year: number, month: number, day: number): number =>
  Math.floor(Date.UTC(year, month - 1, day) / DAY);

/** Year, month (1…12), day of the month and weekday (0 = Sunday) of a day number. */
export function dateOf(day: number): {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly weekday: number;
} {
  const date = new Date(day * DAY);
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    weekday: date.getUTCDay(),
  };
}

/** One day as a span. */
export const oneDay = (day: number): DaySpan => ({ first: day, last: day });

/** A whole month as a span; months beyond 1…12 roll over into other years. */
export const monthSpan = (year: number, month: number): DaySpan => ({
  first: dayOf(year, month, 1),
  last: dayOf(year, month + 1, 0),
});

/** A whole year as a span. */
export const yearSpan = (year: number): DaySpan => ({
  first: dayOf(year, 1, 1),
  last: dayOf(year, 12, 31),
});

/** How many days a span holds. */
export const spanDays = (span: DaySpan): number => span.last - span.first + 1;

/** Whether two spans share a day. */
export const spansMeet = (a: DaySpan, b: DaySpan): boolean =>
  a.first <= b.last && b.first <= a.last;

/** Whether `inner` lies wholly inside `outer`. */
export const spanInside = (inner: DaySpan, outer: DaySpan): boolean =>
  inner.first >= outer.first && inner.last <= outer.last;

/** The day of an ISO date or date-time, or `undefined` when the text does not start with one. */
export function isoDay(text: string): number | undefined {
  const match = /^(\d{4})-(\d{2})-(\d{2})/.exec(text);
  if (match === null) return undefined;
  const [year, month, day] = match.slice(1).map(Number);
  if (year === undefined || month === undefined || day === undefined) return undefined;
  return month >= 1 && month <= 12 && day >= 1 && day <= 31 ? dayOf(year, month, day) : undefined;
}
