import type { EvolutionGraph } from './evolution-graph';

/**
 * The operation subgraph: every edge of one operation and the variables they join, told apart by
 * degree inside the subgraph (memtrace-method §1). All lists hold variable indexes in the order in
 * which the edges first name them.
 */
export interface Subgraph {
  readonly op: number;
  readonly edges: Uint32Array;
  /** In-degree 0. */
  readonly inputs: readonly number[];
  /** In-degree and out-degree at least 1. */
  readonly intermediates: readonly number[];
  /** Out-degree 0: the final outputs. */
  readonly outputs: readonly number[];
}

/** The subgraph of an operation; empty when the operation caused no edge. */
export function operationSubgraph(graph: EvolutionGraph, op: number): Subgraph {
  const edges = graph.edgesOf(op);
  const degrees = new Map<number, { in: number; out: number }>();
  const degreeOf = (node: number): { in: number; out: number } => {
    const known = degrees.get(node);
    if (known !== undefined) return known;
    const fresh = { in: 0, out: 0 };
    degrees.set(node, fresh);
    return fresh;
  };
  for (const edge of edges) {
    degreeOf(graph.source(edge)).out++;
    degreeOf(graph.target(edge)).in++;
  }
  const inputs: number[] = [];
  const intermediates: number[] = [];
  const outputs: number[] = [];
  for (const [node, degree] of degrees) {
    if (degree.in === 0) inputs.push(node);
    else if (degree.out === 0) outputs.push(node);
    else intermediates.push(node);
  }
  return { op, edges, inputs, intermediates, outputs };
}
