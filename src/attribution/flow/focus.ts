import type { Fact, FactTerm, PreparedText } from '../matching/fact';
import { findTerm } from '../matching/related';

// What is left of the weight of an answer word that the prediction has.
const REACHED = 0.3;

/**
 * The fact reduced to what the answer lacks: words of the gold answer that the prediction has were
 * given to the answering model and cannot have been lost. They stay as context, unless the
 * prediction has them all: then the fact is followed as it is.
 */
export function focusOn(fact: Fact, prediction: PreparedText): Fact {
  const open = fact.terms.filter((term) => term.role === 'answer' && !isReached(term, prediction));
  if (open.length === 0) return fact;
  const kept = new Set(open);
  const terms = fact.terms.map((term): FactTerm =>
    term.role !== 'answer' || kept.has(term)
      ? term
      : { ...term, role: 'rest', anchor: false, weight: REACHED * term.weight },
  );
  return { ...fact, terms };
}

/** Whether a prediction has a term of a fact, in any of its forms. */
export const isReached = ({ term, alternates }: FactTerm, prediction: PreparedText): boolean =>
  [term, ...alternates].some((form) => findTerm(prediction, form) !== undefined);
