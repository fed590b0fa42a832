import type { EvolutionGraph } from '../graph/evolution-graph';
import { operationSubgraph } from '../graph/subgraph';

/** Whether an operation looks something up in the memory store. */
export const isRetrieval = (graph: EvolutionGraph, op: number): boolean =>
  graph.operationCategory(op) === 'retrieval';

/**
 * The retrieval operations of one query in execution order: those that read the query, and those
 * that read what these wrote (EverMemOS reranks in an operation that never sees the query). Scoped
 * by operation: a result list shared by two queries leads only to the nearest later operation.
 */
export function retrievalOperations(graph: EvolutionGraph, query: number): number[] {
  const linked = new Set<number>();
  for (const edge of graph.outgoing(query)) {
    const op = graph.operationOfEdge(edge);
    if (op !== undefined && isRetrieval(graph, op)) linked.add(op);
  }
  // `linked` grows while it is walked, so a chain of any length is followed.
  for (const op of linked) {
    const { intermediates, outputs } = operationSubgraph(graph, op);
    for (const node of [...intermediates, ...outputs]) {
      const next = nextReader(graph, node, op);
      if (next !== undefined) linked.add(next);
    }
  }
  return [...linked].sort((a, b) => graph.rank(a) - graph.rank(b));
}

/** The first retrieval operation after `op` that reads `node` without reading a query itself. */
function nextReader(graph: EvolutionGraph, node: number, op: number): number | undefined {
  if (graph.category(node) === 'memory_entry') return undefined;
  let best: number | undefined;
  for (const edge of graph.outgoing(node)) {
    const reader = graph.operationOfEdge(edge);
    if (reader === undefined || graph.rank(reader) <= graph.rank(op)) continue;
    if (!isRetrieval(graph, reader)) continue;
    if (best === undefined || graph.rank(reader) < graph.rank(best)) best = reader;
  }
  return best;
}

/**
 * Gives queries without any linked retrieval the operation without edges that ran next: a search
 * that found nothing leaves no edge, only its record (memory-systems §3.3).
 * @param queries query variables that no retrieval operation reads
 * @returns query variable → operation
 */
export function emptyRetrievals(
  graph: EvolutionGraph,
  queries: readonly number[],
): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  if (queries.length === 0) return found;
  const idle = [...graph.adjacency.operationOrder].filter(
    (op) => isRetrieval(graph, op) && graph.edgesOf(op).length === 0,
  );
  const byTime = [...queries].sort((a, b) => graph.createdAt(a) - graph.createdAt(b) || a - b);
  let next = 0;
  for (const query of byTime) {
    const at = graph.createdAt(query);
    while (next < idle.length && graph.operationCreatedAt(idle[next] ?? 0) < at) next++;
    const op = idle[next];
    if (op === undefined) break;
    found.set(query, op);
    next++;
  }
  return found;
}

/**
 * The operation that wrote the prediction of a query: it reads the query and is not a retrieval or
 * a judgement. With several, the last one before the judge.
 */
export function answerOperation(
  graph: EvolutionGraph,
  query: number,
  judgeOp: number | undefined,
): number | undefined {
  const limit = judgeOp === undefined ? Number.POSITIVE_INFINITY : graph.rank(judgeOp);
  let best: number | undefined;
  for (const edge of graph.outgoing(query)) {
    const op = graph.operationOfEdge(edge);
    if (op === undefined || op === judgeOp || isRetrieval(graph, op)) continue;
    if (graph.operationName(op) === 'llm-judge' || graph.rank(op) >= limit) continue;
    if (graph.className(graph.target(edge)) !== 'prediction') continue;
    if (best === undefined || graph.rank(op) > graph.rank(best)) best = op;
  }
  return best;
}
