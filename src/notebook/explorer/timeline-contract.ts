import type { NodeId, OpId, QueryId } from '../../base/brand';

/** One operation of a message. */
export interface TimelineOperation {
  readonly opId: OpId;
  readonly name: string;
  readonly decisive: boolean;
}

/** One line of the timeline: a session, a message with what it caused, or operations without a message. */
export type TimelineRow =
  | ({ readonly kind: 'session' } & TimelineSession)
  | {
      readonly kind: 'message';
      readonly nodeId: NodeId;
      readonly isQuestion: boolean;
      readonly speaker: string;
      readonly text: string;
      readonly at: number;
      readonly evidence: boolean;
      readonly operations: readonly TimelineOperation[];
      /** Operations that are not listed: a line has room for a few. */
      readonly more: number;
    }
  | {
      readonly kind: 'others';
      readonly at: number;
      readonly operations: readonly TimelineOperation[];
      readonly more: number;
    };

/** A line that the case in hand is about. */
export interface TimelineMark {
  readonly row: number;
  readonly kind: 'evidence' | 'question' | 'decisive';
}

export interface TimelineSession {
  /** Sessions are numbered as they come; a session that goes on later is there several times. */
  readonly session: number;
  readonly id: string;
  readonly comment: string;
  readonly category: string;
  /** Execution time, milliseconds since 1970 read as UTC; NaN when unreadable. */
  readonly at: number;
  /** Its first line in the timeline of the whole trace. */
  readonly row: number;
  readonly messages: number;
  readonly operations: number;
}

export interface TimelineQuery {
  /** Only this session; all of them when absent. */
  readonly session: number | undefined;
  /** The case whose evidence and decisive operation are marked. */
  readonly query: QueryId | undefined;
  /** Whether the verdict may be shown. */
  readonly marked: boolean;
  readonly offset: number;
  readonly limit: number;
}

export interface TimelinePage {
  readonly rows: readonly TimelineRow[];
  readonly total: number;
  readonly messages: number;
  readonly operations: number;
  readonly sessions: readonly TimelineSession[];
  readonly marks: readonly TimelineMark[];
}

/** What a variable or operation is in the overview, from top to bottom. */
export const OVERVIEW_ROLES = [
  'message',
  'working',
  'memory',
  'question',
  'context',
  'answer',
] as const;
export type OverviewRole = (typeof OVERVIEW_ROLES)[number];

/** A whole trace as a grid: columns are stretches of time with equally many variables. */
export interface OverviewView {
  readonly columns: number;
  /** Variables of each role in each column, role by role. */
  readonly counts: Uint32Array;
  readonly totals: readonly number[];
  /** The timeline's line to go to from each column. */
  readonly rows: Uint32Array;
  readonly sessions: readonly {
    readonly id: string;
    readonly comment: string;
    readonly first: number;
    readonly last: number;
    readonly variables: number;
    readonly row: number;
  }[];
  readonly marks: readonly { readonly column: number; readonly kind: TimelineMark['kind'] }[];
}
