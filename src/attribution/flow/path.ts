import type { Case } from '../../cases/case';
import type { MemoryErrorType } from '../../cases/error-type';
import type { ProofStage } from '../../cases/verdict';
import type { Bounds } from './bounds';
import type { Fact, Match, TextSource } from '../matching/fact';

/** Where and how a fact was first lost before the answer was written. */
export interface Loss {
  readonly errorType: Exclude<MemoryErrorType, 'ResponseError'>;
  /** Index of the operation that lost it. */
  readonly op: number;
  /** 0…1: how sure the text evidence is that it was held before and is not after. */
  readonly certainty: number;
  readonly sentence: string;
}

/** The way of one fact through one trace, up to the context of the case's answer. */
export interface FactPath {
  readonly fact: Fact;
  /** The first loss, or `undefined` when the context holds the fact. */
  readonly loss: Loss | undefined;
  /**
   * What another unit of the context says that answers the question by itself; then there is no loss,
   * whatever became of this fact.
   */
  readonly answeredBy?: string | undefined;
  /** Losses after the first that would break the case too. */
  readonly later: readonly Loss[];
  /** The stations evidence, construction, memory, retrieval, context, with quotes. */
  readonly stages: readonly ProofStage[];
  /** Versions of memory units alive at query time that hold the fact, wholly or in part. */
  readonly units: readonly number[];
  /** 0…1 (`Match.score`): the best any unit alive at query time holds, and what the context holds. */
  readonly stored: number;
  readonly given: number;
}

/** What the tracers of all systems share about one trace; built once, used for all its cases. */
export interface FlowTrace extends TextSource {
  /** `matchFact(fact, prepared(node))`, remembered for the fact of the moment. */
  match(fact: Fact, node: number): Match;
  /** The bounds to judge by; the shipped ones unless something else was asked for. */
  readonly bounds: Bounds;
  /** Whether its memory units copy their messages word for word, as stand-ins for models do. */
  readonly copies: boolean;
  /** The context variable that the answer of a case was written from, if recorded. */
  context(failed: Case): number | undefined;
}

/** Follows one fact through the operations of one memory system. One implementation a system. */
export type PathTracer = (trace: FlowTrace, failed: Case, fact: Fact) => FactPath;
