import type { Reach } from '../../import-report';
import type { CutPlan } from './row-cutter';
import type { GraphWriter } from './graph-writer';
import type { Row } from './row';
import type { Tallies } from './tallies';

/** A format told by keys that all occur: in the top-level object, or anywhere in it. */
export interface Shape {
  readonly top?: readonly string[];
  readonly inside?: readonly string[];
}

/** What an importer works with. */
export interface Workbench {
  readonly graph: GraphWriter;
  /** What the trace got, by kind. */
  readonly tallies: Tallies;
}

/** What became of a row: read, the same thing once more, or of no use and why. */
export type RowFate = 'read' | 'repeated' | { readonly skipped: string };

/** Makes a trace of the rows of one file. */
export interface Translation {
  row(row: Row, path: readonly string[]): RowFate;
  /** Takes a value beside the rows. */
  field?(value: unknown, path: readonly string[]): void;
  /** A top-level object is at its end. */
  endObject?(): void;
  /** All rows were given. */
  finish(): Ending;
}

/** What can be said when all rows were read. */
export interface Ending {
  readonly reach: Reach;
  readonly timed: boolean;
  readonly notes: readonly string[];
  /** Whose trace it is, when the file speaks of one. */
  readonly user?: string | undefined;
}

/** Reads one format of another tool. */
export interface Importer {
  readonly format: string;
  readonly name: string;
  readonly unit: string;
  readonly shapes: readonly Shape[];
  readonly plan: CutPlan;
  open(bench: Workbench): Translation;
}
