import {
  dateOf,
  isoDay,
  monthSpan,
  oneDay,
  spanDays,
  yearSpan,
  dayOf,
  type DaySpan,
} from './calendar';
import { numberWord, numeral } from './number-words';
import {
  distantSpan,
  seasonMonth,
  seasonSpan,
  shiftedSpan,
  timeUnit,
  weekdayIndex,
  weekdaySpan,
} from './relative-time';

/**
 * A time that a text names. `span` is known when the phrase says it all, or when a base day was
 * given; `phrase` is its folded wording, for comparison when no base is known.
 */
export interface DatePhrase {
  /** Token positions, end exclusive. */
  readonly from: number;
  readonly to: number;
  readonly phrase: string;
  /** True when the phrase needs a base day ("last week", "on Friday", "in May" without a year). */
  readonly relative: boolean;
  readonly span: DaySpan | undefined;
  /** True for a machine-written ISO date, the stamp of a record rather than words of a speaker. */
  readonly iso: boolean;
}

interface Found {
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

/** 1…12 for a folded month name or its abbreviation, or `undefined`. */
export function monthIndex(word: string): number | undefined {
  const long = MONTHS.indexOf(word);
  if (long >= 0) return long + 1;
  const short = SHORT_MONTHS.indexOf(word);
  return short < 0 ? undefined : short === 12 ? 9 : short + 1;
}

const STARTERS = new Set([
  ...MONTHS,
  ...SHORT_MONTHS,
  ...'sunday monday tuesday wednesday thursday friday saturday'.split(' '),
  ...'sundays mondays tuesdays wednesdays thursdays fridays saturdays'.split(' '),
  ...'last past previous next following coming this yesterday today tonight tomorrow the a an few couple'.split(
    ' ',
  ),
  ...'in during week weekend day month summer winter spring fall autumn early late mid'.split(' '),
]);

/**
 * The times named by a list of folded words.
 * @param words folded tokens of the text (contractions and possessives removed)
 * @param baseAt the day number that relative phrases at a token position count from, if known
 */
export function findDatePhrases(
  words: readonly string[],
  baseAt: (position: number) => number | undefined,
): readonly DatePhrase[] {
  const phrases: DatePhrase[] = [];
  let at = 0;
  while (at < words.length) {
    const found = phraseAt(words, at, baseAt);
    if (found === undefined) {
      at++;
      continue;
    }
    phrases.push({
      from: at,
      to: at + found.length,
      phrase: words.slice(at, at + found.length).join(' '),
      relative: found.relative,
      span: found.span,
      iso: found.iso ?? false,
    });
    at += found.length;
  }
  return phrases;
}

function phraseAt(
  words: readonly string[],
  at: number,
  baseAt: (position: number) => number | undefined,
): Found | undefined {
  const word = words[at] ?? '';
  const first = word.charCodeAt(0);
  const digit = first >= 48 && first <= 57;
  if (!digit && !STARTERS.has(word) && numberWord(word) === undefined) return undefined;
  if (digit) {
    const day = isoDay(word);
    if (day !== undefined) return { length: 1, relative: false, span: oneDay(day), iso: true };
  }
  return (
    beforeDate(words, at, baseAt) ??
    absoluteDate(words, at, baseAt) ??
    relativeDate(words, at, baseAt)
  );
}

/** "the week before 9 June 2023", "Thursday before December 17, 2023", "two days after 3 May 2020". */
function beforeDate(
  words: readonly string[],
  at: number,
  baseAt: (position: number) => number | undefined,
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
function absoluteDate(
  words: readonly string[],
  at: number,
  baseAt: (position: number) => number | undefined,
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

/** The year that puts a month closest to the base day. */
function nearestYear(base: number | undefined, month: number): number | undefined {
  if (base === undefined) return undefined;
  const now = dateOf(base);
  const months = month - now.month;
  return months > 6 ? now.year - 1 : months < -6 ? now.year + 1 : now.year;
}

const STEPS = new Map([
  ['last', -1],
  ['past', -1],
  ['previous', -1],
  ['this', 0],
  ['next', 1],
  ['coming', 1],
  ['following', 1],
]);
const NEAR_DAYS = new Map([
  ['yesterday', -1],
  ['today', 0],
  ['tonight', 0],
  ['tomorrow', 1],
]);

/** Phrases that count from a base day: "last week", "yesterday", "two days ago", "on Friday", "the 17th". */
function relativeDate(
  words: readonly string[],
  at: number,
  baseAt: (position: number) => number | undefined,
): Found | undefined {
  const base = baseAt(at);
  const found = (length: number, span: (base: number) => DaySpan): Found => ({
    length,
    relative: true,
    span: base === undefined ? undefined : span(base),
  });
  const start = words[at] === 'the' ? at + 1 : at;
  const word = words[start] ?? '';
  const skipped = start - at;
  const near = NEAR_DAYS.get(word);
  if (near !== undefined) return found(skipped + 1, (b) => oneDay(b + near));
  const steps = STEPS.get(word);
  if (steps !== undefined) {
    const name = words[start + 1] ?? '';
    const unit = timeUnit(name);
    if (unit !== undefined && !(unit === 'day' && steps <= 0))
      return found(skipped + 2, (b) => shiftedSpan(b, unit, steps));
    const weekday = weekdayIndex(name, true);
    if (weekday !== undefined) return found(skipped + 2, (b) => weekdaySpan(b, weekday, steps));
    if (name === 'night' || name === 'morning' || name === 'evening' || name === 'afternoon')
      return found(skipped + 2, (b) => oneDay(b + steps));
    const season = seasonMonth(name);
    if (season !== undefined) return found(skipped + 2, (b) => seasonSpan(b, season, steps));
    const month = monthIndex(name);
    if (month !== undefined)
      return found(skipped + 2, (b) => {
        const year = nearestYear(b, month) ?? 0;
        const span = monthSpan(year, month);
        return steps < 0 && span.first > b ? monthSpan(year - 1, month) : span;
      });
    return undefined;
  }
  const ago = agoPhrase(words, start);
  if (ago !== undefined)
    return found(skipped + ago.length, (b) => distantSpan(b, ago.unit, ago.amount));
  const weekday = weekdayIndex(word);
  // A plural weekday is a habit, not a date.
  if (weekday !== undefined && !word.endsWith('days'))
    return found(skipped + 1, (b) => weekdaySpan(b, weekday, 0));
  if (skipped === 1 && /^\d{1,2}(?:st|nd|rd|th)$/.test(word)) {
    const day = dayNumber(word);
    if (day !== undefined && words[start + 1] !== 'century')
      return found(2, (b) => {
        const now = dateOf(b);
        return oneDay(dayOf(now.year, now.month, day));
      });
  }
  return undefined;
}

/** "two weeks ago", "a month ago", "a few days ago", "a couple of weeks ago", "in two weeks". */
function agoPhrase(
  words: readonly string[],
  at: number,
):
  | {
      readonly length: number;
      readonly unit: 'day' | 'week' | 'weekend' | 'month' | 'year';
      readonly amount: number;
    }
  | undefined {
  let next = at;
  const ahead = words[next] === 'in';
  if (ahead) next++;
  if (
    (words[next] === 'a' || words[next] === 'an') &&
    timeUnit(words[next + 1] ?? '') === undefined
  )
    next++;
  const word = words[next] ?? '';
  const amount =
    numberAt(word) ??
    (word === 'a' || word === 'an' ? 1 : word === 'few' ? 3 : word === 'couple' ? 2 : undefined);
  if (amount === undefined || amount > 400) return undefined;
  next++;
  if (words[next] === 'of') next++;
  const unit = timeUnit(words[next] ?? '');
  if (unit === undefined) return undefined;
  next++;
  if (ahead) return { length: next - at, unit, amount };
  const after = words[next];
  if (after === 'ago' || after === 'back' || after === 'earlier')
    return { length: next + 1 - at, unit, amount: -amount };
  if (after === 'from' && words[next + 1] === 'now') return { length: next + 2 - at, unit, amount };
  return undefined;
}

function numberAt(word: string | undefined): number | undefined {
  if (word === undefined) return undefined;
  const value = numeral(word) ?? numberWord(word);
  return value !== undefined && Number.isInteger(value) ? value : undefined;
}

function dayNumber(word: string | undefined): number | undefined {
  if (word === undefined || !/^\d{1,2}(?:st|nd|rd|th)?$/.test(word)) return undefined;
  const value = Number.parseInt(word, 10);
  return value >= 1 && value <= 31 ? value : undefined;
}

function yearNumber(word: string | undefined): number | undefined {
  if (word === undefined || !/^\d{4}$/.test(word)) return undefined;
  const value = Number(word);
  return value >= 1900 && value <= 2100 ? value : undefined;
}
