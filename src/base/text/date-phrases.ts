import { absoluteDate, beforeDate } from './absolute-date';
import { isoDay, oneDay, type DaySpan } from './calendar';
import { MONTH_NAMES, type BaseAt, type Found } from './date-parts';
import { numberWord } from './number-words';
import { partOfMonth } from './part-of-month';
import { relativeDate } from './relative-date';

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

const STARTERS = new Set([
  ...MONTH_NAMES,
  ...'sunday monday tuesday wednesday thursday friday saturday'.split(' '),
  ...'sundays mondays tuesdays wednesdays thursdays fridays saturdays'.split(' '),
  ...'last past previous next following coming this yesterday today tonight tomorrow the a an few couple'.split(
    ' ',
  ),
  ...'in during week weekend day month summer winter spring fall autumn early late mid middle beginning start end first second third fourth'.split(
    ' ',
  ),
]);

/**
 * The times named by a list of folded words.
 * @param words folded tokens of the text (contractions and possessives removed)
 * @param baseAt the day number that relative phrases at a token position count from, if known
 */
export function findDatePhrases(words: readonly string[], baseAt: BaseAt): readonly DatePhrase[] {
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

function phraseAt(words: readonly string[], at: number, baseAt: BaseAt): Found | undefined {
  const word = words[at] ?? '';
  const first = word.charCodeAt(0);
  const digit = first >= 48 && first <= 57;
  if (!digit && !STARTERS.has(word) && numberWord(word) === undefined) return undefined;
  if (digit) {
    const day = isoDay(word);
    if (day !== undefined) return { length: 1, relative: false, span: oneDay(day), iso: true };
  }
  return (
    partOfMonth(words, at, baseAt) ??
    beforeDate(words, at, baseAt) ??
    absoluteDate(words, at, baseAt) ??
    relativeDate(words, at, baseAt)
  );
}
