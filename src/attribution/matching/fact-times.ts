import { oneDay, spanDays, spanInside, spansMeet, type DaySpan } from '../../base/text/calendar';
import type { DatePhrase } from '../../base/text/date-phrases';
import type { Fact, PreparedText } from './fact';
import type { Message } from './message';
import { prepareText, stampDay } from './prepare';
import type { Wanted } from './wanted';

/** The time of the fact: what the gold answer names and what the message names, else when it was said. */
export function timesOf(
  wanted: Wanted,
  message: Message,
  content: PreparedText,
  sentences: ReadonlySet<number>,
): Pick<Fact, 'times' | 'timePhrases'> {
  if (!wanted.asksTime) return { times: [], timePhrases: [] };
  const named = content.dates.filter((date) => sentences.has(content.sentences[date.from] ?? 0));
  const spans = named.map((date) => date.span).filter((span) => span !== undefined);
  const gold = goldSpans(wanted, message);
  const said = message.at === undefined ? undefined : stampDay(message.at);
  const spoken = named.length === 0 && said !== undefined ? [oneDay(said)] : [];
  return {
    times: finest([...gold, ...spans, ...spoken]),
    timePhrases: named.filter((date) => date.relative).map((date) => date.phrase),
  };
}

/**
 * The answer sentences with those that name the time of the gold answer, when neither they nor the
 * day of speaking do: "Last night was amazing! We celebrated …".
 */
export function withDatedSentences(
  wanted: Wanted,
  message: Message,
  content: PreparedText,
  sentences: ReadonlySet<number>,
): ReadonlySet<number> {
  if (!wanted.asksTime) return sentences;
  const sentenceOf = ({ from }: DatePhrase): number => content.sentences[from] ?? 0;
  if (content.dates.some((date) => sentences.has(sentenceOf(date)))) return sentences;
  const gold = goldSpans(wanted, message);
  const meetsGold = (span: DaySpan): boolean => gold.some((other) => spansMeet(other, span));
  const said = message.at === undefined ? undefined : stampDay(message.at);
  if (said !== undefined && meetsGold(oneDay(said))) return sentences;
  const dated = content.dates.filter(({ span }) => span !== undefined && meetsGold(span));
  return new Set([...sentences, ...dated.map(sentenceOf)]);
}

const goldSpans = (wanted: Wanted, message: Message): readonly DaySpan[] =>
  prepareText(wanted.gold.text, message.at)
    .dates.map((date) => date.span)
    .filter((span) => span !== undefined);

/** Without spans that wholly hold a shorter one: "last week" beside "in July" means that week. */
const finest = (spans: readonly DaySpan[]): readonly DaySpan[] =>
  spans.filter(
    (span) => !spans.some((other) => spanDays(other) < spanDays(span) && spanInside(other, span)),
  );
