import { spanDays, spanInside, spansMeet, type DaySpan } from '../../base/text/calendar';
import { goldText } from '../../cases/case';
import type { TextSource } from '../matching/fact';
import { readMessage } from '../matching/message';
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
  const { content, at } = readMessage(source.graph, node);
  return spansOf(content, at).map((span) => ({ node, span }));
}

const spansOf = (text: string, at: string | undefined): readonly DaySpan[] =>
  prepareText(text, at).dates.flatMap(({ span }) => (span === undefined ? [] : [span]));
