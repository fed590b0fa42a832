import type { FactTerm, Match } from './fact';

/**
 * What was found of a fact in one text. A class, so that all matches have one shape and the list of missing
 * terms is made when asked for, which few are.
 */
export class FoundMatch implements Match {
  /** @param found for each term how surely it was found, 0…1; `undefined` when nothing was looked for */
  constructor(
    readonly score: number,
    readonly answer: number | undefined,
    readonly question: number | undefined,
    readonly rest: number | undefined,
    readonly level: Match['level'],
    readonly about: boolean,
    readonly span: Match['span'],
    private readonly terms: readonly FactTerm[],
    private readonly found: readonly number[],
  ) {}

  get missing(): readonly string[] {
    return this.terms
      .filter((_, i) => (this.found[i] ?? 0) === 0)
      .sort((a, b) => b.weight - a.weight)
      .map((term) => term.term);
  }

  /** The same match of a text that is known to speak of the same thing. */
  asAbout(): FoundMatch {
    if (this.about) return this;
    const { score, answer, question, rest, level, span, terms, found } = this;
    return new FoundMatch(score, answer, question, rest, level, true, span, terms, found);
  }
}

/** The match of a text that holds nothing of a fact. */
export const NO_MATCH = new FoundMatch(
  0,
  undefined,
  undefined,
  undefined,
  'none',
  false,
  undefined,
  [],
  [],
);
