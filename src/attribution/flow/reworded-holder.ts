import type { Quote } from '../../cases/verdict';
import type { Fact, Match } from '../matching/fact';
import type { Holder } from './holder';
import type { FlowTrace } from './path';
import { quoteSpans } from './quotes';
import { toSentenceEnd } from './whole-sentence';

const SEVERAL = 2;

// Where units copy their messages, a word that is gone was taken out (flow-hints: every word of the
// answer must survive there, not most).
const ENOUGH_COPIED = 0.95;

// For a time question the time alone is worth nothing: half of the event's words must stand with it.
const EVENT = 0.5;

// The right words of another person, or of nothing that is named, do not answer.
const OF_SOMETHING_ELSE = 0.4;

/**
 * 0…1: how much of what the case needs from a fact a match found: the answer words, if there are
 * any; for a question about time the time, as far as the text speaks of the event.
 */
export function share(fact: Fact, match: Match): number {
  const tie = match.about ? 1 : OF_SOMETHING_ELSE;
  if (match.answer === undefined) return match.score;
  if (!fact.asksTime) return tie * match.answer;
  return tie * timely(match.answer, match.question ?? match.rest);
}

/** A share of a time, cut where too few words of its event stand with it. */
export const timely = (time: number, event = 0): number => time * Math.min(1, event / EVENT);

/** The terms of a fact that a match lacks; all of them when its text is about something else. */
export const lacking = (fact: Fact, match: Match): ReadonlySet<string> =>
  new Set(match.score === 0 || !match.about ? fact.terms.map(({ term }) => term) : match.missing);

/**
 * Whether a match found enough of a fact for an ideal reader to answer from it.
 */
export function isEnough(trace: FlowTrace, fact: Fact, match: Match): boolean {
  const found = share(fact, match);
  return found >= ENOUGH_COPIED || isEnoughShare(trace, fact, found, () => lacking(fact, match));
}

/**
 * The same for a share that one or several texts hold.
 * @param lacks the terms that all of them lack; seldom asked for
 */
export function isEnoughShare(
  { copies, bounds }: FlowTrace,
  fact: Fact,
  found: number,
  lacks: () => ReadonlySet<string>,
): boolean {
  if (copies && fact.terms.some(({ role }) => role === 'answer')) return found >= ENOUGH_COPIED;
  if (found >= bounds.enough) return true;
  if (found < bounds.together) return false;
  const missing = lacks();
  const answers = fact.terms.filter(({ role }) => role === 'answer');
  return answers.filter(({ term }) => !missing.has(term)).length >= SEVERAL;
}

/** For systems that reword: a variable holds a fact when it has enough of what the answer needs. */
export class RewordedHolder implements Holder {
  constructor(
    private readonly trace: FlowTrace,
    private readonly fact: Fact,
  ) {}

  held(node: number): boolean {
    return isEnough(this.trace, this.fact, this.trace.match(this.fact, node));
  }

  score(node: number): number {
    return share(this.fact, this.trace.match(this.fact, node));
  }

  quotes(node: number): readonly Quote[] {
    const { span } = this.trace.match(this.fact, node);
    if (span === undefined) return [];
    return quoteSpans(this.trace, node, [toSentenceEnd(this.trace.text(node), span)]);
  }
}
