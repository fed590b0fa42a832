import { dateOf, dayOf, monthSpan, oneDay, yearSpan, type DaySpan } from './calendar';

/** Units of time that can follow "last", "next" or a number. */
export type TimeUnit = 'day' | 'week' | 'weekend' | 'month' | 'year';

const UNITS = new Map<string, TimeUnit>(
  (['day', 'week', 'weekend', 'month', 'year'] as const).flatMap((unit) => [
    [unit, unit],
    [`${unit}s`, unit],
  ]),
);

/** The unit a folded word names, singular or plural. */
export const timeUnit = (word: string): TimeUnit | undefined => UNITS.get(word);

/** The names of the weekdays, folded, from Sunday. */
export const WEEKDAY_NAMES: readonly string[] =
  'sunday monday tuesday wednesday thursday friday saturday'.split(' ');
const SHORT_WEEKDAYS = 'sun mon tue wed thu fri sat tues thur thurs'.split(' ');
const SHORT_INDEX = [0, 1, 2, 3, 4, 5, 6, 2, 4, 4];

/** 0 (Sunday) … 6 for a folded weekday name; short forms only when `short` allows them. */
export function weekdayIndex(word: string, short = false): number | undefined {
  const long = WEEKDAY_NAMES.indexOf(word.endsWith('days') ? word.slice(0, -1) : word);
  if (long >= 0) return long;
  return short ? SHORT_INDEX[SHORT_WEEKDAYS.indexOf(word)] : undefined;
}

const SEASONS = new Map([
  ['spring', 3],
  ['summer', 6],
  ['fall', 9],
  ['autumn', 9],
  ['winter', 12],
]);

/** The first month of a season (northern half, as the data sets use it). */
export const seasonMonth = (word: string): number | undefined => SEASONS.get(word);

/**
 * The span `steps` units away from `base`: -1 is "last", 0 "this", 1 "next". Weeks run from Monday
 * to Sunday; "last week" reaches back from the previous Monday to the day before, because speakers
 * mean either; a weekend is Saturday and Sunday (with the Friday before).
 */
export function shiftedSpan(base: number, unit: TimeUnit, steps: number): DaySpan {
  const { year, month, weekday } = dateOf(base);
  const monday = base - ((weekday + 6) % 7);
  switch (unit) {
    case 'day':
      return oneDay(base + steps);
    case 'week': {
      const first = monday + 7 * steps;
      if (steps === -1) return { first, last: base - 1 };
      return steps === 1 ? { first: base + 1, last: first + 6 } : { first, last: first + 6 };
    }
    case 'weekend':
      return { first: monday + 7 * steps + 4, last: monday + 7 * steps + 6 };
    case 'month':
      return monthSpan(year, month + steps);
    case 'year':
      return yearSpan(year + steps);
  }
}

/** "N units ago" (`amount` negative) or "in N units": the nearer the unit, the tighter the span. */
export function distantSpan(base: number, unit: TimeUnit, amount: number): DaySpan {
  switch (unit) {
    case 'day':
      return oneDay(base + amount);
    case 'week':
      return { first: base + 7 * amount - 3, last: base + 7 * amount + 3 };
    case 'weekend':
      return shiftedSpan(base, 'weekend', amount);
    case 'month':
    case 'year':
      return shiftedSpan(base, unit, amount);
  }
}

/** The weekday before (`steps` -1), in (0) or after (1) the week around `base`. */
export function weekdaySpan(base: number, weekday: number, steps: number): DaySpan {
  const back = (dateOf(base).weekday - weekday + 7) % 7;
  if (steps > 0) return oneDay(base + (7 - back));
  return oneDay(base - (back === 0 && steps < 0 ? 7 : back));
}

/** The latest (`steps` ≤ 0) or next season that starts before, or after, `base`. */
export function seasonSpan(base: number, startMonth: number, steps: number): DaySpan {
  let { year } = dateOf(base);
  if (steps > 0) {
    if (dayOf(year, startMonth, 1) <= base) year++;
  } else {
    if (dayOf(year, startMonth, 1) > base) year--;
    if (steps < 0 && dayOf(year, startMonth + 3, 0) >= base) year--;
  }
  return { first: dayOf(year, startMonth, 1), last: dayOf(year, startMonth + 3, 0) };
}
