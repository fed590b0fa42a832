import type { NodeId, OpId, TraceKey } from '../../base/brand';

/** How far the indexes are: texts read of all texts. */
export interface IndexProgress {
  readonly done: number;
  readonly total: number;
}

/** What to look for, as `readSearch` reads it, and which part of what is found to show. */
export interface SearchRequest {
  readonly text: string;
  readonly traces: readonly TraceKey[];
  readonly offset: number;
  readonly limit: number;
}

/** A variable or operation that was found, with the first place that matches. */
export interface SearchHit {
  readonly traceKey: TraceKey;
  readonly target:
    | {
        readonly kind: 'variable';
        readonly nodeId: NodeId;
        /** The match in the raw value, when it lies there. */
        readonly quote: { readonly start: number; readonly end: number } | undefined;
      }
    | { readonly kind: 'operation'; readonly opId: OpId };
  /** Class or name, for reading. */
  readonly label: string;
  readonly category: string;
  /** Execution time, milliseconds since 1970 read as UTC; NaN when unreadable. */
  readonly at: number;
  readonly field: 'name' | 'value' | 'comment';
  /** The place in words: what stands before the match, the match, what follows. */
  readonly before: string;
  readonly match: string;
  readonly after: string;
}

/** How often one trace holds what was looked for, and where first and last. */
export interface TraceHits {
  readonly traceKey: TraceKey;
  readonly count: number;
  readonly first: SearchHit | undefined;
  readonly last: SearchHit | undefined;
}

export interface SearchPage {
  readonly hits: readonly SearchHit[];
  readonly total: number;
  readonly traces: readonly TraceHits[];
}

/** What a regular expression found since the last report. */
export interface PatternProgress {
  readonly done: number;
  readonly total: number;
  readonly found: number;
  /** New hits; after `MOST_PATTERN_HITS` they are only counted. */
  readonly hits: readonly SearchHit[];
}

export const MOST_PATTERN_HITS = 500;
