import { LIGHT_WORDS } from '../../base/text/stop-words';
import { toTerm } from '../../base/text/terms';
import { goldText, type Case } from '../../cases/case';
import type { PreparedText, TextSource } from './fact';
import { prepareText } from './prepare';
import { wantsDate } from './question';

/** What the question, the gold answer and the prediction of a case come to; made once a case. */
export interface Wanted {
  readonly question: PreparedText;
  readonly gold: PreparedText;
  readonly prediction: PreparedText;
  readonly asksTime: boolean;
  /**
   * The answer is an amount that has to be worked out of several: then each amount that an evidence
   * message names is needed, though none of them stands in the answer. Only known with all messages.
   */
  readonly calculates: boolean;
}

/** The parts of a case that say what is wanted. */
export type WantedCase = Pick<Case, 'question' | 'goldAnswers' | 'prediction'>;

/** Prepares question, gold answer and prediction. */
export function wantedOf(failed: WantedCase): Wanted {
  const gold = goldText(failed);
  return {
    question: prepareText(failed.question),
    gold: prepareText(gold),
    prediction: prepareText(failed.prediction),
    asksTime: wantsDate(failed.question, gold),
    calculates: false,
  };
}

const ASKS_AMOUNT =
  /\bhow (?:many|much|old|long|far|tall|big)\b|\bwhat (?:is|was|are|were) the (?:difference|total|sum)\b/i;

/** Whether an amount is asked for that none of some messages names, though several name amounts. */
export function isCalculated(
  question: string,
  { gold, asksTime }: Wanted,
  messages: readonly PreparedText[],
): boolean {
  const wanted = amountsOf(gold);
  if (asksTime || wanted.length === 0 || !ASKS_AMOUNT.test(question)) return false;
  if (messages.some(({ terms }) => wanted.some((amount) => terms.has(amount)))) return false;
  return messages.filter((message) => amountsOf(message).length > 0).length > 1;
}

const amountsOf = ({ terms }: PreparedText): readonly string[] =>
  [...terms.keys()].filter((term) => term.startsWith('#'));

/** Weight of a word too common to carry anything, beside its weight in the trace. */
const LIGHT = 0.3;

/** How much the term at a token counts: how telling it is in the trace, less for common verbs and the like. */
export function termWeight(
  source: TextSource,
  content: PreparedText,
  term: string,
  position: number,
): number {
  return Math.max(source.weight(term), 0.05) * (isLight(content, position) ? LIGHT : 1);
}

/** Whether a token is one of the common verbs and words that carry little. */
export function isLight(content: PreparedText, position: number): boolean {
  const start = content.offsets[2 * position] ?? 0;
  const end = content.offsets[2 * position + 1] ?? start;
  return LIGHT_WORDS.has(toTerm(content.text.slice(start, end)).word);
}
