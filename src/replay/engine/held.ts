import type { Problem } from '../../base/problem';

/** A variable of the run under way. */
export interface Held {
  /** Its full node id in the new trace. */
  readonly id: string;
  /** Encoded, as recorded. */
  readonly value: string;
  /** The variable of the loaded trace that stood here and said the same; `undefined` when it changed. */
  readonly recorded: number | undefined;
}

/** How an operation of the replay came about. */
export type Mark = 'recorded' | 'recomputed' | 'approximate';

/** A deterministic step whose recorded output is not what follows from its recorded inputs. */
export interface Anomaly {
  /** The operation and the output in the loaded trace. */
  readonly operation: number;
  readonly node: number;
  readonly sentence: string;
  /** What follows from the inputs, and what was recorded; encoded values. */
  readonly computed: string;
  readonly recorded: string;
}

/**
 * Something read back from the record that is no fault of a deterministic step: a message that was taken
 * in shortened (what a system takes in is no variable; its buffer quotes it), or a prompt recorded under
 * the text of an earlier one.
 */
export interface Remark {
  readonly kind: 'shortened-message' | 'stale-prompt';
  /** The operation and the variable in the loaded trace. */
  readonly operation: number;
  readonly node: number;
  readonly sentence: string;
}

/** One call of the chat model. */
export interface ModelCall {
  readonly purpose: string;
  /** The operation in the new trace that it belongs to. */
  readonly opId: string;
}

/** Ends a replay from inside: thrown by the engine, turned into a Result at its border. */
export class Stopped extends Error {
  constructor(readonly problem: Problem) {
    super(problem.title);
  }
}

/**
 * The record breaks off here although nothing that leads here changed: an exception of the recorded run,
 * which the replay repeats by ending the step.
 */
export class EndedEarly extends Error {
  constructor() {
    super('The recorded operation ended here.');
  }
}
