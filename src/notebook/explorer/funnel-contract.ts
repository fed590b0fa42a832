import type { NodeId, OpId } from '../../base/brand';

/** A stage of a search: a list that one of its operations made, or what reached the context. */
export interface FunnelStage {
  readonly name: string;
  readonly opId: OpId | undefined;
  readonly opName: string;
  /** The list variable; absent when the stage is the edges of the operation themselves. */
  readonly variable: NodeId | undefined;
  /** Units in it. */
  readonly count: number;
}

/** Where a unit stands in a stage. */
export interface FunnelPlace {
  /** From 1. */
  readonly rank: number;
  /** The score as recorded; absent when none was. */
  readonly score: number | undefined;
}

/** One unit through the stages. */
export interface FunnelUnit {
  readonly unit: NodeId;
  readonly name: string;
  readonly preview: string;
  /** Whether it carries what the answer needed: it was made from evidence, or the proof quotes it. */
  readonly evidence: 'made' | 'quoted' | undefined;
  /** One entry a stage; absent where the unit is not in it. */
  readonly places: readonly (FunnelPlace | undefined)[];
  /** The first stage it is missing from after it was in one; 0 when it never came in. */
  readonly lostAt: number | undefined;
}

/** How a question's search narrowed the memory down to the context. */
export interface FunnelView {
  readonly question: string;
  /** Units alive when the question was asked. */
  readonly pool: number;
  readonly stages: readonly FunnelStage[];
  /** Evidence units first, then by the best rank of the last stage they reached. */
  readonly units: readonly FunnelUnit[];
  /** Units beyond those shown. */
  readonly more: number;
}
