import type { Case } from '../../cases/case';
import type { EvolutionGraph } from '../../graph/evolution-graph';
import type { FlowTrace } from './path';

/** What happened to one question after it was asked: its operations, and the units they handed on. */
export interface QuerySide {
  /** Retrieval operations in execution order. */
  readonly searches: readonly number[];
  readonly answerOp: number | undefined;
  /** Unit versions that the retrieval operations wrote or pointed at, in the order of the edges. */
  readonly retrieved: readonly number[];
  /** Unit versions the context was made of, in the order of the edges. */
  readonly given: readonly number[];
  readonly context: number | undefined;
  /** Rank of the first operation of the question: what ran later cannot have helped it. */
  readonly until: number;
  /** Where to put a loss that no retrieval operation was recorded for. */
  readonly fallbackOp: number;
}

/** The category of everything that lives in a memory store (memory-systems §0). */
export const MEMORY_ENTRY = 'memory_entry';

const known = new WeakMap<Case, QuerySide>();

/** The query side of a case, made once a case however many facts are followed through it. */
export function querySide(trace: FlowTrace, failed: Case): QuerySide {
  const cached = known.get(failed);
  if (cached !== undefined) return cached;
  const side = readQuerySide(trace, failed);
  known.set(failed, side);
  return side;
}

function readQuerySide(trace: FlowTrace, failed: Case): QuerySide {
  const { graph } = trace;
  const searches = failed.retrievalOps
    .map((id) => graph.findOperation(id))
    .filter((op) => op !== undefined);
  const find = (id: string | undefined) => (id === undefined ? undefined : graph.findOperation(id));
  const answerOp = find(failed.answerOp);
  const judgeOp = find(failed.judgeOp);
  const ranks = [...searches, answerOp, judgeOp].flatMap((op) =>
    op === undefined ? [] : [graph.rank(op)],
  );
  return {
    searches,
    answerOp,
    retrieved: unique(searches.flatMap((op) => unitsIn(graph, op, 'target'))),
    given: answerOp === undefined ? [] : unique(unitsIn(graph, answerOp, 'source')),
    context: trace.context(failed),
    until: ranks.length === 0 ? Number.POSITIVE_INFINITY : Math.min(...ranks),
    fallbackOp:
      searches.at(-1) ?? answerOp ?? judgeOp ?? graph.adjacency.operationOrder.at(-1) ?? 0,
  };
}

/** The memory units at one end of an operation's edges, in the order of the edges. */
export function unitsIn(graph: EvolutionGraph, op: number, end: 'source' | 'target'): number[] {
  const units: number[] = [];
  for (const edge of graph.edgesOf(op)) {
    const node = end === 'source' ? graph.source(edge) : graph.target(edge);
    if (graph.category(node) === MEMORY_ENTRY) units.push(node);
  }
  return units;
}

const unique = (nodes: readonly number[]): number[] => [...new Set(nodes)];
