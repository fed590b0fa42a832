import { dayOf, isoDay, monthSpan, oneDay, spanDays, yearSpan } from './calendar';
import {
  dayNumber,
  monthIndex,
  nearestYear,
  numberAt,
  yearNumber,
  type BaseAt,
  type Found,
} from './date-parts';
import { distantSpan, shiftedSpan, timeUnit, weekdayIndex, weekdaySpan } from './relative-time';

/** "the week before 9 June 2023", "Thursday before December 17, 2023", "two days after 3 May 2020". */
export function beforeDate(
  words: readonly string[],
  at: number,
  baseAt: BaseAt,
): Found | undefined {
  let next = at;
  if (words[next] === 'the') next++;
  const amount = numberAt(words[next]) ?? (words[next] === 'a' ? 1 : undefined);
  if (amount !== undefined) next++;
  const name = words[next] ?? '';
  const weekday = weekdayIndex(name);
  const unit = timeUnit(name);
  if (weekday === undefined && unit === undefined) return undefined;
  const direction = words[next + 1];
  const sign =
    direction === 'before' ? -1 : direction === 'after' || direction === 'following' ? 1 : 0;
  if (sign === 0) return undefined;
  const date = absoluteDate(words, next + 2, baseAt);
  if (date?.span === undefined || spanDays(date.span) > 1) return undefined;
  const base = date.span.first;
  const length = next + 2 + date.length - at;
  if (weekday !== undefined)
    return { length, relative: false, span: weekdaySpan(base, weekday, sign) };
  if (unit === undefined) return undefined;
  const span =
    amount !== undefined
      ? distantSpan(base, unit, sign * amount)
      : unit === 'week'
        ? sign < 0
          ? { first: base - 10, last: base - 1 }
          : { first: base + 1, last: base + 10 }
        : shiftedSpan(base, unit, sign);
  return { length, relative: false, span };
}

/** Dates with a month name or a year: "7 May 2023", "May 7th", "May, 2023", "the 7th of May", "2022". */
export function absoluteDate(
  words: readonly string[],
  at: number,
  baseAt: BaseAt,
): Found | undefined {
  const start = words[at] === 'the' || words[at] === 'in' || words[at] === 'during' ? at + 1 : at;
  const iso = isoDay(words[start] ?? '');
  if (iso !== undefined)
    return { length: start + 1 - at, relative: false, span: oneDay(iso), iso: true };
  const month = monthIndex(words[start] ?? '');
  if (month !== undefined) {
    const day = dayNumber(words[start + 1]);
    if (day !== undefined) {
      const year = yearNumber(words[start + 2]);
      return dated(at, start + (year === undefined ? 2 : 3), baseAt(at), { year, month, day });
    }
    const year = yearNumber(words[start + 1]);
    // "may" and "march" alone are verbs far more often than months.
    const verb = words[start] === 'may' || words[start] === 'march' || words[start] === 'mar';
    if (year === undefined && verb && words[start - 1] !== 'in') return undefined;
    return dated(at, start + (year === undefined ? 1 : 2), baseAt(at), { year, month });
  }
  const day = dayNumber(words[start]);
  if (day !== undefined) {
    const skip = words[start + 1] === 'of' ? 2 : 1;
    const named = monthIndex(words[start + skip] ?? '');
    if (named !== undefined) {
      const year = yearNumber(words[start + skip + 1]);
      const end = start + skip + (year === undefined ? 1 : 2);
      return dated(at, end, baseAt(at), { year, month: named, day });
    }
  }
  const year = yearNumber(words[start]);
  if (year !== undefined && (words[start]?.length ?? 0) === 4)
    return { length: start + 1 - at, relative: false, span: yearSpan(year) };
  return undefined;
}

function dated(
  at: number,
  end: number,
  base: number | undefined,
  date: { readonly year: number | undefined; readonly month: number; readonly day?: number },
): Found {
  const relative = date.year === undefined;
  const year = date.year ?? nearestYear(base, date.month);
  const length = end - at;
  if (year === undefined) return { length, relative, span: undefined };
  const span =
    date.day === undefined
      ? monthSpan(year, date.month)
      : oneDay(dayOf(year, date.month, date.day));
  return { length, relative, span };
}
