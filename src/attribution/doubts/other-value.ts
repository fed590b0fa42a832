import { MONTH_NAMES } from '../../base/text/date-parts';
import { WEEKDAY_NAMES } from '../../base/text/relative-time';
import { termOf } from '../../base/text/terms';
import { goldText } from '../../cases/case';
import { abstains, goldAbstains } from '../matching/abstention';
import type { PreparedText } from '../matching/fact';
import { preparedMessage } from '../matching/message';
import { prepareText } from '../matching/prepare';
import { asksForTime } from '../matching/question';
import type { LabelCheck } from './case-doubts';
import { messageQuote } from './message-quote';

/*
 * Words can only contradict each other where one excludes the other: of the days of the week, of the
 * months, of amounts. Whether "a mechanic" contradicts "fixing cars" is left to readers.
 */
const WEEKDAYS: ReadonlySet<string> = new Set(WEEKDAY_NAMES.map(termOf));
const MONTHS: ReadonlySet<string> = new Set(MONTH_NAMES.map(termOf));

const KINDS: readonly ((term: string) => boolean)[] = [
  (term) => WEEKDAYS.has(term),
  (term) => MONTHS.has(term),
  (term) => term.startsWith('#'),
];

/**
 * Every evidence message names one value, the answer names the same, and the gold answer names another
 * of its kind and nothing else. Questions about a point in time have a check of their own, which
 * resolves what is relative; what has to be searched for may not be all the evidence there is.
 */
export const otherValue: LabelCheck = (source, failed, evidence, mode) => {
  const gold = goldText(failed);
  const [first] = evidence;
  if (first === undefined || mode !== 'labelled' || asksForTime(failed.question)) return undefined;
  if (goldAbstains(gold) || abstains(failed.prediction)) return undefined;
  const asked = prepareText(failed.question);
  const own = ownTerms(prepareText(gold), asked);
  // A gold answer with words of its own may mean the same by other words.
  if (own.length === 0 || !own.every((term) => KINDS.some((isOne) => isOne(term))))
    return undefined;
  const said = evidence.map((node) => preparedMessage(source.graph, node));
  const answered = ownTerms(prepareText(failed.prediction), asked);
  const isContradicted = KINDS.some((isOne) => {
    const wanted = own.filter(isOne);
    const given = answered.filter(isOne);
    if (wanted.length === 0 || given.length === 0) return false;
    return said.every(
      ({ terms }) =>
        given.every((term) => terms.has(term)) && !wanted.some((term) => terms.has(term)),
    );
  });
  if (!isContradicted) return undefined;
  return {
    about: 'label',
    confidence: 0.85,
    sentence: 'The answer gives what the evidence says; the gold answer says something else.',
    quotes: messageQuote(source, first),
  };
};

/** The terms of a text that the question does not say already. */
const ownTerms = (text: PreparedText, asked: PreparedText): readonly string[] =>
  [...text.terms.keys()].filter((term) => !asked.terms.has(term));
