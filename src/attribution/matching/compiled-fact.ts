import { termId } from '../../base/text/lexicon';
import type { Fact, FactTerm } from './fact';

/**
 * What the terms of a fact come to together, made once a fact: it is compared with hundreds of texts,
 * and its sums and groups are the same for all.
 */
export interface CompiledFact {
  /** Summed weight by role, in the order of the terms; 0 for a role without terms. */
  readonly weights: Readonly<Record<FactTerm['role'], number>>;
  /** The slots of each sentence that bears the answer, or that bears what there is of the fact. */
  readonly bearing: readonly (readonly number[])[];
  /** Whether some of its terms are titles, which only count where their words stand together. */
  readonly titled: boolean;
  /** Its terms, their alternates, and the other words that a text is asked for, with their numbers. */
  readonly forms: readonly NumberedForms[];
  readonly ties: readonly NumberedTerm[];
  readonly speaker: readonly NumberedTerm[];
  readonly others: readonly NumberedTerm[];
}

/** A term with its number, so that it is looked up once a fact and not once a text. */
export interface NumberedTerm {
  readonly term: string;
  readonly id: number;
}

interface NumberedForms extends NumberedTerm {
  readonly alternates: readonly NumberedTerm[];
}

/** The term with its number. */
export const numbered = (term: string): NumberedTerm => ({ term, id: termId(term) });

const compiled = new WeakMap<Fact, CompiledFact>();

/** The fact compiled; remembered with it. */
export function compiledFact(fact: Fact): CompiledFact {
  const known = compiled.get(fact);
  if (known !== undefined) return known;
  const { terms } = fact;
  const weights = { answer: 0, question: 0, rest: 0 };
  for (const { role, weight } of terms) weights[role] += weight;
  const made = {
    weights,
    bearing: bearingSentences(terms),
    titled: terms.some(({ title }) => title !== undefined && title.length > 0),
    forms: terms.map(({ term, alternates }) => ({
      term,
      id: termId(term),
      alternates: alternates.map(numbered),
    })),
    ties: fact.ties.map(numbered),
    speaker: fact.speakerTerms.map(numbered),
    others: fact.otherTerms.map(numbered),
  };
  compiled.set(fact, made);
  return made;
}

function bearingSentences(terms: readonly FactTerm[]): readonly (readonly number[])[] {
  const slots = new Map<number, number[]>();
  const bearing = new Set<number>();
  const answers = terms.some((term) => term.role === 'answer');
  terms.forEach(({ sentence, role }, slot) => {
    if (sentence === undefined) return;
    const list = slots.get(sentence);
    if (list === undefined) slots.set(sentence, [slot]);
    else list.push(slot);
    if (role === 'answer' || !answers) bearing.add(sentence);
  });
  return [...bearing].map((sentence) => slots.get(sentence) ?? []);
}
