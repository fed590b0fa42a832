import type { Fact, FactTerm, PreparedText } from '../matching/fact';
import { findTerm } from '../matching/related';

// Words lighter than this stand in every third message or do a verb's work.
const TELLING = 0.15;

// What is left of the weight of an answer word that the prediction has.
const REACHED = 0.3;

/**
 * The fact reduced to what the answer lacks: words of the gold answer that the prediction has were
 * given to the answering model and cannot have been lost. They stay as context, unless the
 * prediction has them all: then the fact is followed as it is.
 */
export function focusOn(fact: Fact, prediction: PreparedText): Fact {
  const open = openAnswers(fact, prediction);
  if (open.length === 0) return fact;
  const kept = new Set(open);
  const terms = fact.terms.map((term): FactTerm =>
    term.role !== 'answer' || kept.has(term)
      ? term
      : { ...term, role: 'rest', anchor: false, weight: REACHED * term.weight },
  );
  return { ...fact, terms };
}

/** Answer words that the prediction lacks, but for common ones that say nothing ("people"). */
export const openAnswers = (fact: Fact, prediction: PreparedText): readonly FactTerm[] =>
  fact.terms.filter(
    (term) => term.role === 'answer' && term.weight >= TELLING && !isReached(term, prediction),
  );

/** Whether a prediction has a term of a fact, in any of its forms. */
export const isReached = ({ term, alternates }: FactTerm, prediction: PreparedText): boolean =>
  [term, ...alternates].some((form) => findTerm(prediction, form) !== undefined);
