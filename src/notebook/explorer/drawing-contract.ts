import type { NodeId, OpId } from '../../base/brand';
import type { Stage, StageStatus } from '../../cases/verdict';
import type { SubgraphEdge, SubgraphNode } from '../service/contract';

/** What the verdict says of a box. */
export interface BoxMarks {
  readonly evidence: boolean;
  readonly quoted: boolean;
  readonly decisive: boolean;
  readonly station: { readonly stage: Stage; readonly status: StageStatus } | undefined;
}

/** The next step of a neighbourhood: which side of a variable, and how many pages of it. */
export interface Expansion {
  readonly node: NodeId;
  readonly side: 'before' | 'after';
  /** Which page of the operations is shown, from 1. */
  readonly pages: number;
}

/** A box of a drawing in time × layer; `x` and `y` are the middle, in pixels at natural size. */
export interface DrawnNode extends SubgraphNode {
  readonly marks: BoxMarks;
  /** The variable or operation that the box stands for. */
  readonly nodeId?: NodeId;
  readonly opId?: OpId;
  /** What opening a box of grouped ones, or going on from a variable, asks for. */
  readonly expansions?: readonly Expansion[];
}

/** The stretch of a drawing that belongs to one layer. */
export interface DrawnBand {
  readonly name: LayerName;
  readonly top: number;
  readonly bottom: number;
}

/** The layers of a drawing, from top to bottom. */
export const LAYERS = ['messages', 'construction', 'memory', 'search', 'answer'] as const;
export type LayerName = (typeof LAYERS)[number];

/** A laid-out drawing; at most about 600 elements. */
export interface DrawingView {
  readonly nodes: readonly DrawnNode[];
  readonly edges: readonly SubgraphEdge[];
  readonly bands: readonly DrawnBand[];
  /** Variables and operations that stand in boxes of grouped ones. */
  readonly hidden: number;
}

/** The way of a case's information from its evidence to the judged answer. */
export interface CasePathView extends DrawingView {
  readonly queryId: string;
}

/** The surroundings of a variable. */
export interface NeighbourhoodView extends DrawingView {
  readonly root: NodeId;
  /** Whether expansions were left out because the drawing is full. */
  readonly full: boolean;
}

/** Operations shown by one page of an expansion. */
export const EXPANSION_PAGE = 8;
