import type { NodeId, OpId, QueryId } from '../../base/brand';
import type { Outcome } from '../../cases/case';

/** How far a comparison is: units of work of all. */
export interface CompareProgress {
  readonly done: number;
  readonly total: number;
}

/** A case of one of the two traces. */
export interface ComparedSide {
  readonly queryId: QueryId;
  readonly outcome: Outcome;
  readonly score: number | undefined;
  readonly prediction: string;
  /** Tokens of the context that the answer was given, counted here; unknown without a context. */
  readonly contextTokens: number | undefined;
}

/** Where two runs of one question part: what was found, what was given, what was answered, the judgement. */
export type CaseDifference = 'found' | 'context' | 'answer' | 'judge';

/** One question of both traces, or of one of them. */
export interface ComparedCase {
  readonly question: string;
  readonly first: ComparedSide | undefined;
  readonly second: ComparedSide | undefined;
  readonly difference: CaseDifference | undefined;
}

/** Counts of what was aligned. */
export interface Alignment {
  readonly both: number;
  readonly onlyFirst: number;
  readonly onlySecond: number;
}

/** An operation at which the traces part, as one of them has it. */
export interface DivergedSide {
  readonly opId: OpId | undefined;
  readonly name: string;
  readonly variable: NodeId | undefined;
  readonly text: string;
}

/** The first operation, in the order of the first trace, that differs. */
export interface Divergence {
  /** The message or question that both operations worked for. */
  readonly message: string;
  readonly isQuestion: boolean;
  readonly kind: 'output' | 'missing';
  readonly first: DivergedSide;
  readonly second: DivergedSide;
}

export interface ComparedTotals {
  readonly judged: number;
  readonly passed: number;
  /** Mean of the scores that could be read, of the aligned cases; unknown without any. */
  readonly meanScore: number | undefined;
  readonly scored: number;
  readonly contextTokens: number | undefined;
  readonly counted: number;
}

/** Two traces side by side. */
export interface Comparison {
  readonly messages: Alignment;
  readonly operations: Alignment & { readonly different: number };
  readonly cases: Alignment;
  readonly first: ComparedTotals;
  readonly second: ComparedTotals;
  /** Aligned cases passed by one of the two only. */
  readonly gained: number;
  readonly lost: number;
  readonly divergence: Divergence | undefined;
}

export type ComparedFilter = 'all' | 'gained' | 'lost' | 'different' | 'single';

export interface ComparedPage {
  readonly rows: readonly ComparedCase[];
  readonly matching: number;
}
