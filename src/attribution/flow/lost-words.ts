import { scanTokens } from '../../base/text/scan';
import { toTerm } from '../../base/text/terms';
import type { Fact } from '../matching/fact';
import type { FlowTrace } from './path';
import { lacking } from './reworded-holder';

// More words than this are read as a sentence, not as a loss.
const MOST = 4;

/**
 * The answer words of a fact that one variable has and another lacks, as its message words them, each
 * in the quotation marks of the interface: `‘virtual’, ‘conference’`; empty when there are none.
 */
export function lostWords(trace: FlowTrace, fact: Fact, from: number, to: number): string {
  const before = lacking(fact, trace.match(fact, from));
  const after = lacking(fact, trace.match(fact, to));
  const lost = new Set(
    fact.terms
      .filter(({ role, term }) => role === 'answer' && after.has(term) && !before.has(term))
      .map(({ term }) => term),
  );
  const words = new Map<string, string>();
  const { starts, ends } = scanTokens(fact.messageText);
  starts.forEach((start, i) => {
    const word = fact.messageText.slice(start, ends[i]);
    const { term } = toTerm(word);
    if (lost.has(term) && !words.has(term)) words.set(term, word);
  });
  return [...words.values()]
    .slice(0, MOST)
    .map((word) => `‘${word}’`)
    .join(', ');
}
