import type { Fact, Match } from '../matching/fact';
import type { FlowTrace } from '../flow/path';
import type { Case } from '../../cases/case';

/** What a reader says of one text: all that is needed is there, a part of it, or nothing of use. */
export const HOLDINGS = ['holds', 'partly', 'lost'] as const;
export type Holding = (typeof HOLDINGS)[number];

/** What was matched by words while a case was followed: evidence message → text → match. */
export type Matches = Map<number, MatchesOfFact>;
type MatchesOfFact = Map<number, { readonly fact: Fact; readonly match: Match }>;

/** A trace whose texts were read by somebody for some facts; all others are matched by words. */
export class AnsweredTrace implements FlowTrace {
  readonly matches: Matches = new Map();

  /** @param answers evidence message → text → what a reader said */
  constructor(
    private readonly trace: FlowTrace,
    private readonly answers: ReadonlyMap<number, ReadonlyMap<number, Holding>>,
  ) {}

  get graph() {
    return this.trace.graph;
  }
  get bounds() {
    return this.trace.bounds;
  }
  get copies() {
    return this.trace.copies;
  }
  text(node: number): string {
    return this.trace.text(node);
  }
  prepared(node: number) {
    return this.trace.prepared(node);
  }
  weight(term: string): number {
    return this.trace.weight(term);
  }
  context(failed: Case): number | undefined {
    return this.trace.context(failed);
  }

  match(fact: Fact, node: number): Match {
    const match = this.trace.match(fact, node);
    const known: MatchesOfFact = this.matches.get(fact.evidence) ?? new Map<number, never>();
    known.set(node, { fact, match });
    this.matches.set(fact.evidence, known);
    const answer = this.answers.get(fact.evidence)?.get(node);
    return answer === undefined ? match : answered(fact, match, answer, this.trace.text(node));
  }
}

/** The match that stands for an answer. */
function answered(fact: Fact, match: Match, answer: Holding, text: string): Match {
  // That a part is left is no news where words match in part: how much it is, they say better.
  if (answer === 'partly') return match;
  const holds = answer === 'holds';
  const part = (own: number | undefined): number | undefined =>
    own === undefined ? own : holds ? 1 : 0;
  return {
    score: holds ? 1 : 0,
    answer: part(match.answer),
    question: part(match.question),
    rest: part(match.rest),
    level: holds ? 'whole' : 'none',
    about: holds,
    missing: holds ? [] : fact.terms.map(({ term }) => term),
    span: holds ? (match.span ?? { start: 0, end: Math.min(text.length, 300) }) : undefined,
  };
}
