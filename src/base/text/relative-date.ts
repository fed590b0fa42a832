import { dateOf, dayOf, monthSpan, oneDay, type DaySpan } from './calendar';
import {
  dayNumber,
  monthIndex,
  nearestYear,
  numberAt,
  type BaseAt,
  type Found,
} from './date-parts';
import {
  distantSpan,
  seasonMonth,
  seasonSpan,
  shiftedSpan,
  timeUnit,
  weekdayIndex,
  weekdaySpan,
  type TimeUnit,
} from './relative-time';

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
export function relativeDate(
  words: readonly string[],
  at: number,
  baseAt: BaseAt,
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
        if (steps < 0 && span.first > b) return monthSpan(year - 1, month);
        return steps > 0 && span.last < b ? monthSpan(year + 1, month) : span;
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
      readonly unit: TimeUnit;
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
