import type { EvolutionGraph } from '../../graph/evolution-graph';
import type { Holder } from './holder';

/** One operation that read a carrier, and what it made of it. */
export interface WalkStep {
  readonly op: number;
  /** Variables it wrote that hold the fact. */
  readonly held: readonly number[];
}

/**
 * Follows a fact forward from its message through every operation that read a carrier, in order of
 * operation time, one operation subgraph at a time: a variable becomes a carrier only if its text
 * holds the fact. Reading and answering operations are left out; the walk stops at rank `until`.
 */
export function walkForward(
  graph: EvolutionGraph,
  holder: Holder,
  start: number,
  until: number,
): readonly WalkStep[] {
  const steps: WalkStep[] = [];
  const carriers = new Set<number>([start]);
  const seen = new Set<number>();
  // Operations still to visit, latest first, so that the next one is popped from the end.
  const waiting: number[] = [];
  const enqueue = (node: number, after: number): void => {
    for (const edge of graph.outgoing(node)) {
      const op = graph.operationOfEdge(edge);
      if (op === undefined || seen.has(op) || isReading(graph, op)) continue;
      const rank = graph.rank(op);
      // A shared variable leads back to earlier operations too: they cannot have read this fact.
      if (rank <= after || rank >= until) continue;
      seen.add(op);
      insert(graph, waiting, op);
    }
  };
  enqueue(start, -1);
  for (let op = waiting.pop(); op !== undefined; op = waiting.pop()) {
    const held = new Set<number>();
    for (const edge of graph.edgesOf(op)) {
      const target = graph.target(edge);
      if (!held.has(target) && !carriers.has(target) && holder.held(target)) held.add(target);
    }
    steps.push({ op, held: [...held] });
    for (const node of held) {
      carriers.add(node);
      enqueue(node, graph.rank(op));
    }
  }
  return steps;
}

/** Operations that look units up or judge answers change nothing in the store. */
export function isReading(graph: EvolutionGraph, op: number): boolean {
  const category = graph.operationCategory(op);
  return category === 'retrieval' || category === 'evaluation';
}

function insert(graph: EvolutionGraph, waiting: number[], op: number): void {
  const rank = graph.rank(op);
  let low = 0;
  let high = waiting.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (graph.rank(waiting[middle] ?? 0) > rank) low = middle + 1;
    else high = middle;
  }
  waiting.splice(low, 0, op);
}
