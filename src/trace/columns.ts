import type { TraceKey } from '../base/brand';
import type { Problem } from '../base/problem';

/** "No such thing" in an index column. */
export const NONE = 0xffffffff;

/**
 * Many strings as one buffer: string `i` is the UTF-8 of `bytes[starts[i] .. starts[i + 1]]`.
 * `starts` has one entry more than there are strings.
 */
export interface TextTable {
  readonly bytes: Uint8Array;
  readonly starts: Uint32Array;
}

/**
 * The variables of a trace in file order. Every column has one entry a variable. `session` is an
 * index into the sessions, `name`, `className` and `category` into `TraceColumns.symbols`
 * (`className` NONE when null); `fullName` numbers the distinct full names: variables with the same
 * number are versions of one thing. Byte offsets count from the start of the trace's own bytes.
 */
export interface NodeColumns {
  /** `class:name@version`, unique after reading. */
  readonly id: TextTable;
  readonly fullName: Uint32Array;
  readonly className: Uint32Array;
  readonly category: Uint32Array;
  readonly session: Uint32Array;
  readonly version: Uint32Array;
  /** Execution time, milliseconds since 1970 read as UTC; NaN when unreadable. */
  readonly createdAt: Float64Array;
  /** The JSON string token of `value`, quotes included; equal offsets when there is none. */
  readonly valueStart: Uint32Array;
  readonly valueEnd: Uint32Array;
  readonly recordStart: Uint32Array;
  readonly recordEnd: Uint32Array;
}

/** The edges in file order; `source`, `target` are variable indexes, `op` an operation index or NONE. */
export interface EdgeColumns {
  readonly source: Uint32Array;
  readonly target: Uint32Array;
  readonly op: Uint32Array;
  readonly category: Uint32Array;
  readonly recordStart: Uint32Array;
  readonly recordEnd: Uint32Array;
}

/** The operations in file order. `name` is NONE when null. */
export interface OperationColumns {
  readonly id: TextTable;
  readonly name: Uint32Array;
  readonly category: Uint32Array;
  readonly session: Uint32Array;
  readonly createdAt: Float64Array;
  readonly recordStart: Uint32Array;
  readonly recordEnd: Uint32Array;
}

/** The sessions in file order. */
export interface SessionColumns {
  readonly id: TextTable;
  readonly category: Uint32Array;
  readonly createdAt: Float64Array;
  readonly recordStart: Uint32Array;
  readonly recordEnd: Uint32Array;
}

/** What one streaming pass over a trace leaves: typed columns, no values. Structured-cloneable. */
export interface TraceColumns {
  /** Bumped when the layout changes: older columns are dropped and the bytes read again. */
  readonly layout: 1;
  /** Few distinct strings: class names, categories, operation names. */
  readonly symbols: readonly string[];
  readonly nodes: NodeColumns;
  readonly edges: EdgeColumns;
  readonly operations: OperationColumns;
  readonly sessions: SessionColumns;
  /** Byte ranges of `data.annotations[i]`, pairs start, end. */
  readonly annotations: Uint32Array;
  /** Byte range of every other top-level field and of unknown keys of `data`, for re-export. */
  readonly header: TraceHeader;
}

/** The scalar fields of the export's top level; `metadata` as its JSON text. */
export interface TraceHeader {
  readonly graphId: string;
  readonly userId: string | undefined;
  readonly projectId: string | undefined;
  readonly createdAt: string;
  readonly metadata: string;
}

/** Counts of what a trace holds, shown before anything is opened. */
export interface TraceCounts {
  readonly nodes: number;
  readonly edges: number;
  readonly operations: number;
  readonly sessions: number;
  readonly annotations: number;
}

/** One kind of trouble met while reading: how often, and the first few places. */
export interface Skipped {
  readonly problem: Problem;
  readonly count: number;
  readonly places: readonly string[];
}

/** A trace that was read: its identity, where its bytes lie in the file, its columns. */
export interface ReadTrace {
  readonly key: TraceKey;
  /** Byte range inside the decompressed file. */
  readonly start: number;
  readonly end: number;
  readonly columns: TraceColumns;
  readonly skipped: readonly Skipped[];
  /** What JSON forbids or leaves open and was read all the same: nothing is missing because of it. */
  readonly tolerated: readonly Skipped[];
}
