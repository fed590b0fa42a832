import { oneDay, spanDays, spanInside, type DaySpan } from '../../base/text/calendar';
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
  const gold = prepareText(wanted.gold.text, message.at)
    .dates.map((date) => date.span)
    .filter((span) => span !== undefined);
  const said = message.at === undefined ? undefined : stampDay(message.at);
  const spoken = named.length === 0 && said !== undefined ? [oneDay(said)] : [];
  return {
    times: finest([...gold, ...spans, ...spoken]),
    timePhrases: named.filter((date) => date.relative).map((date) => date.phrase),
  };
}

/** Without spans that wholly hold a shorter one: "last week" beside "in July" means that week. */
const finest = (spans: readonly DaySpan[]): readonly DaySpan[] =>
  spans.filter(
    (span) => !spans.some((other) => spanDays(other) < spanDays(span) && spanInside(other, span)),
  );
