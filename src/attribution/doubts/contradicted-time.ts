import { spanDays, spanInside, spansMeet, type DaySpan } from '../../base/text/calendar';
import type { DatePhrase } from '../../base/text/date-phrases';
import { WEEKDAY_NAMES } from '../../base/text/relative-time';
import { goldText } from '../../cases/case';
import type { PreparedText, TextSource } from '../matching/fact';
import { preparedMessage } from '../matching/message';
import { prepareText } from '../matching/prepare';
import { asksForTime } from '../matching/question';
import type { LabelCheck } from './case-doubts';
import { messageQuote } from './message-quote';

/**
 * The question asks when, the evidence messages name a day, and the gold answer names another. When
 * the prediction has the day of the messages the gold answer is almost surely the wrong one; when it
 * has neither, the gold answer may only be worded loosely.
 */
export const contradictedTime: LabelCheck = (source, failed, evidence) => {
  if (!asksForTime(failed.question)) return undefined;
  const said = evidence.flatMap((node) => saidSpans(source, node));
  const exact = said.filter(({ span }) => spanDays(span) === 1);
  const [first] = exact;
  if (first === undefined) return undefined;
  const gold = spansOf(goldText(failed), undefined);
  if (gold.length === 0) return undefined;
  if (said.some(({ span }) => gold.some((wanted) => spansMeet(span, wanted)))) return undefined;
  const given = spansOf(failed.prediction, undefined);
  const right = exact.find(({ span }) => given.some((day) => spanInside(day, span)));
  const node = (right ?? first).node;
  return {
    about: 'label',
    confidence: right === undefined ? 0.4 : 0.9,
    sentence:
      right === undefined
        ? 'The evidence names another day than the gold answer.'
        : 'The answer gives the day that the evidence names; the gold answer names another.',
    quotes: messageQuote(source, node),
  };
};

function saidSpans(
  source: TextSource,
  node: number,
): readonly { readonly node: number; readonly span: DaySpan }[] {
  const text = preparedMessage(source.graph, node);
  return text.dates.flatMap((date) => possibleSpans(text, date).map((span) => ({ node, span })));
}

const WEEKDAYS: ReadonlySet<string> = new Set(WEEKDAY_NAMES);
// "I'm leaving on Thursday", "it opens Friday".
const AHEAD =
  /\b(?:will|going|gonna|leave|leaving|starts?|starting|begins?|opens?|plan(?:ning)?|until|till|by|soon|coming)\b|['’]ll\b/i;

/** The days that a phrase may mean: a bare weekday of something ahead is the next one, or the one after. */
function possibleSpans(text: PreparedText, { span, phrase, from }: DatePhrase): readonly DaySpan[] {
  if (span === undefined) return [];
  if (!WEEKDAYS.has(phrase) || !AHEAD.test(sentenceAt(text, from))) return [span];
  return [span, later(span, 7), later(span, 14)];
}

const later = ({ first, last }: DaySpan, days: number): DaySpan => ({
  first: first + days,
  last: last + days,
});

/** The sentence that a token stands in. */
function sentenceAt({ text, offsets, sentences }: PreparedText, token: number): string {
  const from = sentences.indexOf(sentences[token] ?? 0);
  const to = sentences.lastIndexOf(sentences[token] ?? 0);
  return text.slice(offsets[2 * from], offsets[2 * to + 1]);
}

const spansOf = (text: string, at: string | undefined): readonly DaySpan[] =>
  prepareText(text, at).dates.flatMap(({ span }) => (span === undefined ? [] : [span]));
