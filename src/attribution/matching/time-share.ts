import { oneDay, spanInside, spansMeet, type DaySpan } from '../../base/text/calendar';
import type { DatePhrase } from '../../base/text/date-phrases';
import type { Fact, PreparedText } from './fact';

/** A text with fewer sentences is about one thing: each of its dates may be that of the fact. */
const SHORT = 5;

/**
 * How well a text keeps the time of the fact: 1 when a date near the best sentences, or the text's own
 * time, falls inside; less when it is only coarser, or when the same relative words stand without a
 * day to count from.
 * @param first the first of the best sentences, @param last the last one
 */
export function timeShare(fact: Fact, text: PreparedText, first: number, last: number): number {
  const near = nearDates(text, first, last);
  let best = 0;
  for (const wanted of fact.times) {
    if (text.day !== undefined) best = Math.max(best, agreement(wanted, oneDay(text.day)));
    for (const { span } of near)
      if (span !== undefined) best = Math.max(best, agreement(wanted, span));
  }
  if (best > 0) return best;
  const worded = near.some(
    (date) => date.span === undefined && fact.timePhrases.includes(date.phrase),
  );
  return worded ? 0.5 : 0;
}

/** Dates in the sentences and beside them, and the next stamp: a layer writes it below a message. */
function nearDates(text: PreparedText, first: number, last: number): readonly DatePhrase[] {
  const sentence = (date: DatePhrase): number => text.sentences[date.from] ?? 0;
  if ((text.sentences.at(-1) ?? 0) < SHORT) return text.dates;
  const near = text.dates.filter((d) => sentence(d) >= first - 1 && sentence(d) <= last + 1);
  const stamp = text.dates.find((date) => date.iso && sentence(date) > last);
  return stamp === undefined ? near : [...near, stamp];
}

function agreement(wanted: DaySpan, span: DaySpan): number {
  if (spanInside(span, wanted)) return 1;
  return spansMeet(wanted, span) ? 0.5 : 0;
}
