import type { NodeId, OpId, QueryId } from '../../base/brand';
import type { Outcome } from '../../cases/case';

export type UnitFilter = 'all' | 'changed' | 'deleted';

/** Which memory units to list; `text` is read like a search for words in their values. */
export interface LifelineQuery {
  readonly text: string;
  readonly only: UnitFilter;
  readonly offset: number;
  readonly limit: number;
}

/** Something that happened to a unit, in order of execution. */
export interface LifelineEvent {
  readonly kind: 'created' | 'updated' | 'deleted' | 'retrieved';
  readonly at: number;
  readonly opId: OpId | undefined;
  readonly opName: string;
  /** The version that was written, deleted or read. */
  readonly nodeId: NodeId;
  readonly version: number;
  /** The question that read it. */
  readonly question:
    | {
        readonly queryId: QueryId;
        readonly text: string;
        readonly outcome: Outcome;
        /** Place among what that search found, from 1. */
        readonly rank: number;
        /** Whether it reached the context of the answer. */
        readonly given: boolean;
      }
    | undefined;
}

/** One lane of the list: a unit in short. */
export interface UnitLane {
  readonly unit: NodeId;
  readonly name: string;
  readonly preview: string;
  readonly versions: number;
  readonly createdAt: number;
  readonly deletedAt: number | undefined;
  /** How many questions retrieved it. */
  readonly retrieved: number;
  /** Events as marks: kind, and how far through the run each lies (0…1). */
  readonly marks: readonly { readonly kind: LifelineEvent['kind']; readonly x: number }[];
}

export interface LanePage {
  readonly lanes: readonly UnitLane[];
  readonly matching: number;
  readonly total: number;
}

/** A unit through time, whole. */
export interface LifelineView {
  readonly name: string;
  readonly versions: readonly {
    readonly nodeId: NodeId;
    readonly version: number;
    readonly at: number;
  }[];
  readonly events: readonly LifelineEvent[];
  /** Events beyond those shown. */
  readonly more: number;
}

/** A stretch of a compared text, with its place in the raw value for changes. */
export interface DiffPiece {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
  readonly quote: { readonly start: number; readonly end: number } | undefined;
}

/** Two versions word by word: what the first lost, what the second gained. */
export interface VersionDiff {
  readonly before: NodeId;
  readonly after: NodeId;
  readonly beforePieces: readonly DiffPiece[];
  readonly afterPieces: readonly DiffPiece[];
}
