import { findDatePhrases } from '../../base/text/date-phrases';
import { scanTokens } from '../../base/text/scan';
import { toTerm } from '../../base/text/terms';

const ASKS_TIME =
  /^\s*(?:when\b|since when\b|(?:on |in |during )?(?:which|what) (?:exact |specific )?(?:date|day|month|year|week|weekend|season|time|period)\b|how (?:long|many (?:days|weeks|months|years))\b)|什么时候|何时|哪天|哪年|几月|いつ|언제|\bwann\b|\bquand\b|\bcuándo\b/iu;

/** Whether a question asks for a time: then the date of a memory is part of the answer. */
export function asksForTime(question: string): boolean {
  if (question !== lastAsked) {
    lastAsked = question;
    lastAsks = ASKS_TIME.test(question);
  }
  return lastAsks;
}

// Several checks of one case ask the same.
let lastAsked = '';
let lastAsks = false;

// "how long", "how many weeks": the answer is a number of days or years, seldom a date.
const ASKS_DURATION = /^\s*how (?:long|many)\b/i;

/**
 * Whether the answer must be a point in time: the question asks for one, and the gold answer reads
 * like one. "How long" counts only when the answer is a date.
 */
export function wantsDate(question: string, gold: string): boolean {
  if (!asksForTime(question)) return false;
  return hasDate(gold) || !ASKS_DURATION.test(question);
}

/** Whether a text names a time, absolute or relative. */
export function hasDate(text: string): boolean {
  const { starts, ends } = scanTokens(text);
  const words = starts.map((start, i) => toTerm(text.slice(start, ends[i])).word);
  return findDatePhrases(words, () => undefined).length > 0;
}
