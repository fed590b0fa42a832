import { PROBLEMS, type ProblemKind } from './problems';

/** Where in the user's data a problem sits. Every part that is known is given. */
export interface Place {
  readonly file?: string;
  /** Byte offset from the start of the (decompressed) file. */
  readonly byte?: number;
  /** What kind of record, for example `nodes`, and its position from 0. */
  readonly list?: string;
  readonly record?: number;
}

/** A failure the user can meet: what happened, where, and what to do next. */
export interface Problem {
  readonly kind: ProblemKind;
  readonly title: string;
  readonly detail: string;
  readonly next: string;
  readonly where?: Place;
}

/**
 * Makes a problem of the catalogue.
 * @param detail what exactly was met, in one sentence, with the figures that matter
 * @param where file, byte and record as far as they are known
 */
export function problem(kind: ProblemKind, detail = '', where?: Place): Problem {
  const words = PROBLEMS[kind];
  return { kind, ...words, detail, ...(where === undefined ? {} : { where }) };
}
