import type { EvolutionGraph } from '../evolution-graph';
import { operationSubgraph } from '../subgraph';
import { COARSE, groupVariables } from './groups';
import { placeBoxes, type Arrow, type Place } from './place';
import { stepsOf } from './steps';

/** A box of the drawing: a variable, a step of the operation, or variables grouped away. */
export interface Box {
  readonly kind: 'variable' | 'step' | 'more';
  readonly role: 'input' | 'intermediate' | 'output' | 'step' | 'more';
  /** The variable, or those that a `more` box stands for; empty for a step. */
  readonly nodes: readonly number[];
  /** Category of the edges that a step stands for. */
  readonly category: string;
}

/** An operation subgraph as a drawing of few boxes: variables → step → variables. */
export interface Picture {
  readonly boxes: readonly Box[];
  readonly places: readonly Place[];
  readonly arrows: readonly Arrow[];
  /** Variables that stand in `more` boxes. */
  readonly hidden: number;
}

/** Boxes and arrows that can still be drawn and looked at. */
export const MOST_ELEMENTS = 600;

/** How many variables alike are shown before the rest becomes one box; fewer until all fits. */
const LIMITS = [12, 6, 3, 1];

/**
 * Draws the subgraph of an operation. Recording joins every input with every output, so edges with
 * the same sources and category become one step box; variables of one class at one place are
 * grouped into "+412 more" where they are many.
 * @param keep variables never grouped away
 */
export function drawOperation(
  graph: EvolutionGraph,
  op: number,
  keep: ReadonlySet<number> = new Set(),
): Picture {
  const subgraph = operationSubgraph(graph, op);
  const steps = stepsOf(graph, subgraph.edges);
  const roles = new Map<number, Box['role']>();
  for (const node of subgraph.inputs) roles.set(node, 'input');
  for (const node of subgraph.intermediates) roles.set(node, 'intermediate');
  for (const node of subgraph.outputs) roles.set(node, 'output');
  const draw = (limit: number, isCoarse: boolean): Picture => {
    const grouped = groupVariables(graph, roles, steps, keep, limit, isCoarse);
    return { ...grouped, places: placeBoxes(grouped.boxes.length, grouped.arrows) };
  };
  for (const limit of LIMITS) {
    const grouped = groupVariables(graph, roles, steps, keep, limit, false);
    if (grouped.boxes.length + grouped.arrows.length <= MOST_ELEMENTS) return draw(limit, false);
  }
  return draw(COARSE, true);
}
