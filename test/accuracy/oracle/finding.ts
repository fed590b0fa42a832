import { prepareText } from '../../../src/attribution/matching/prepare';
import { abstains, goldAbstains } from '../../../src/attribution/matching/abstention';
import type { MemoryErrorType } from '../../../src/cases/error-type';
import type { Sought, Told } from './reading';

/** A place where something was lost, with words the oracle read there. */
export interface Lost {
  readonly type: MemoryErrorType;
  readonly op: string;
  readonly quote: { readonly variable: string; readonly text: string } | undefined;
}

/** What became of one thing sought. */
export interface Followed {
  readonly sought: Sought;
  readonly lost: Lost | undefined;
}

/** Share from which on a text holds what is sought, where texts are copied and where they are reworded. */
export const ENOUGH = { copied: 0.95, reworded: 0.5 } as const;

/** What of the evidence is needed: all that says a part of the answer, else all. */
export function needed(told: Told, all: readonly Sought[]): readonly Sought[] {
  const prediction = prepareText(told.prediction);
  const supplying = all.filter(({ fact }) => fact.supplies > 0 || fact.asksTime);
  const open = supplying.filter(({ fact }) =>
    fact.terms.some(({ role, term }) => role === 'answer' && !prediction.terms.has(term)),
  );
  return open.length > 0 ? open : supplying.length > 0 ? supplying : all;
}

/**
 * What is to be said where the right answer was that there is none: an answer that repeats the evidence took
 * what it was given; one that does not was led astray by the search.
 */
export function withoutAnswer(told: Told): Lost | undefined {
  if (told.gold.trim() !== '' && !goldAbstains(told.gold)) return undefined;
  const asked = prepareText(told.question);
  const said = prepareText(told.prediction);
  const echo = told.evidence.find(({ value }) => {
    const message = prepareText(value);
    return [...said.terms.keys()].some((term) => !asked.terms.has(term) && message.terms.has(term));
  });
  const search = told.searches.at(-1);
  if (echo !== undefined || search === undefined || abstains(told.prediction))
    return { type: 'ResponseError', op: told.answerOp, quote: undefined };
  return { type: 'RetrievalError', op: search, quote: undefined };
}

/** A piece of a text that can be quoted: the longest run within one line. */
export function quotable(text: string): string {
  const runs = text.split(/["\\\n&<>]+/).map((run) => run.trim());
  return runs.reduce((best, run) => (run.length > best.length ? run : best), '').slice(0, 160);
}

/** The final answer of a script. */
export const answerOf = ({ type, op, quote }: Lost, held: Lost['quote']) => ({
  name: 'submit_verdict',
  args: {
    error_type: type,
    op_id: op,
    reason: 'The values before this operation hold the information, and what it wrote does not.',
    quotes: [
      ...(held === undefined ? [] : [{ ...held, shows: 'held' }]),
      ...(quote === undefined ? [] : [{ ...quote, shows: 'lost' }]),
    ],
    unsure: false,
  },
});
