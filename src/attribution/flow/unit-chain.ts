import type { EvolutionGraph } from '../../graph/evolution-graph';
import { MEMORY_ENTRY } from './query-side';

/** One operation that wrote a version of the single memory unit. */
export interface ChainStep {
  readonly op: number;
  readonly version: number;
}

/** The single growing unit of a Long-Context trace: its versions in the order they were written. */
export interface UnitChain {
  readonly steps: readonly ChainStep[];
  /** Message variable → index of the first step that took it in. */
  readonly stepOf: ReadonlyMap<number, number>;
}

const known = new WeakMap<EvolutionGraph, UnitChain>();

/** The chain of unit versions of a Long-Context trace (memory-systems §1); built once a trace. */
export function unitChain(graph: EvolutionGraph): UnitChain {
  const cached = known.get(graph);
  if (cached !== undefined) return cached;
  const steps: ChainStep[] = [];
  const stepOf = new Map<number, number>();
  for (const op of graph.adjacency.operationOrder) {
    let version: number | undefined;
    const messages: number[] = [];
    for (const edge of graph.edgesOf(op)) {
      const source = graph.source(edge);
      const target = graph.target(edge);
      if (graph.category(target) !== MEMORY_ENTRY) continue;
      // A retrieval points at a version that is there already; only updates write one.
      if (graph.category(source) === 'message') messages.push(source);
      else if (graph.category(source) !== MEMORY_ENTRY) continue;
      version = target;
    }
    if (version === undefined) continue;
    for (const message of messages) if (!stepOf.has(message)) stepOf.set(message, steps.length);
    steps.push({ op, version });
  }
  const chain = { steps, stepOf };
  known.set(graph, chain);
  return chain;
}

/** How many steps ran before the operation of rank `until`. */
export function stepsBefore(graph: EvolutionGraph, chain: UnitChain, until: number): number {
  let low = 0;
  let high = chain.steps.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const step = chain.steps[middle];
    if (step !== undefined && graph.rank(step.op) < until) low = middle + 1;
    else high = middle;
  }
  return low;
}
