import { termOf } from '../../base/text/terms';
import { prepareText } from './prepare';
import type { PreparedText } from './fact';
import { findTerm } from './related';

/** How much of a gold answer a text holds. */
export interface AnswerShare {
  /** 0…1, of the gold answer's terms; `undefined` when it has none of its own ("yes"). */
  readonly share: number | undefined;
  /** Gold terms the text lacks. */
  readonly missing: readonly string[];
}

/**
 * How much of the gold answer stands in a text. Words that the question says already do not count,
 * unless the answer has no others.
 * @param weight how telling a term is in this trace, 0…1
 */
export function answerHeld(
  gold: string,
  question: string,
  text: PreparedText,
  weight: (term: string) => number = () => 1,
): AnswerShare {
  const asked = prepareText(question).terms;
  const wanted = [...prepareText(gold).terms.keys()];
  const own = wanted.filter((term) => !asked.has(term));
  const terms = own.length > 0 ? own : wanted;
  const missing: string[] = [];
  let all = 0;
  let held = 0;
  for (const term of terms) {
    const value = Math.max(weight(term), 0.05);
    all += value;
    if (findTerm(text, term) === undefined) missing.push(term);
    else held += value;
  }
  return { share: all === 0 ? undefined : held / all, missing };
}

const POLARITY = new Map([
  ['yes', true],
  ['yeah', true],
  ['no', false],
]);

/**
 * Whether a prediction says what the gold answer says, after normalisation: the same terms, or every
 * term of the gold answer inside the prediction, and no opposite "yes" or "no".
 */
export function answersAlike(gold: string, prediction: string): boolean {
  const wanted = prepareText(gold);
  const given = prepareText(prediction);
  const opens = (text: string): boolean | undefined =>
    POLARITY.get(/^\s*(\p{L}+)/u.exec(text)?.[1]?.toLowerCase() ?? '');
  const a = opens(gold);
  const b = opens(prediction);
  if (a !== undefined && b !== undefined && a !== b) return false;
  if (wanted.terms.size === 0) return a !== undefined && a === b;
  if (given.terms.has(termOf('not')) !== wanted.terms.has(termOf('not'))) return false;
  const all = [...wanted.terms.keys()];
  return all.every((term) => given.terms.has(term));
}
