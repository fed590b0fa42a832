import type { Quote } from '../../cases/verdict';
import type { Fact, Match } from '../matching/fact';
import type { Holder } from './holder';
import type { FlowTrace } from './path';
import { quoteSpans } from './quotes';

// Half of what the answer still needs, or a smaller part made of several words: a unit that lists
// two of five things answers a question as far as a careful reader is concerned. Measured on the
// wording of language models; copied text never falls between the two.
const ENOUGH = 0.5;
const ENOUGH_TOGETHER = 0.2;
const SEVERAL = 2;

// For a time question the time alone is worth nothing: half of the event's words must stand with it.
const EVENT = 0.5;

/**
 * 0…1: how much of what the case needs from a fact a match found: the answer words, if there are
 * any; for a question about time the time, as far as the text speaks of the event.
 */
export function share(fact: Fact, match: Match): number {
  if (match.answer === undefined) return match.score;
  if (!fact.asksTime) return match.answer;
  const event = match.question ?? match.rest ?? 0;
  return match.answer * Math.min(1, event / EVENT);
}

/** The terms of a fact that a match did not find; all of them when it found nothing. */
export const lacking = (fact: Fact, match: Match): ReadonlySet<string> =>
  new Set(match.score === 0 ? fact.terms.map(({ term }) => term) : match.missing);

/** Whether a match found enough of a fact for an ideal reader to answer from it. */
export const isEnough = (fact: Fact, match: Match): boolean =>
  isEnoughShare(fact, share(fact, match), lacking(fact, match));

/** The same for a share that one or several texts hold, and the terms that all of them lack. */
export function isEnoughShare(fact: Fact, found: number, missing: ReadonlySet<string>): boolean {
  if (found >= ENOUGH) return true;
  if (found < ENOUGH_TOGETHER) return false;
  const words = fact.terms.filter(({ role, term }) => role === 'answer' && !missing.has(term));
  return words.length >= SEVERAL;
}

/** For systems that reword: a variable holds a fact when it has enough of what the answer needs. */
export class RewordedHolder implements Holder {
  constructor(
    private readonly trace: FlowTrace,
    private readonly fact: Fact,
  ) {}

  held(node: number): boolean {
    return isEnough(this.fact, this.trace.match(this.fact, node));
  }

  score(node: number): number {
    return share(this.fact, this.trace.match(this.fact, node));
  }

  quotes(node: number): readonly Quote[] {
    const { span } = this.trace.match(this.fact, node);
    return span === undefined ? [] : quoteSpans(this.trace, node, [span]);
  }
}
