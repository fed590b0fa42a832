import type { OpId } from '../../base/brand';
import type { EvolutionGraph } from '../../graph/evolution-graph';
import { stringField } from '../../trace/json';
import type { OperationBrief } from './contract';

/** Name, category, comment, time and session of an operation. */
export function operationBrief(graph: EvolutionGraph, op: number): OperationBrief {
  const session = graph.operationSession(op);
  return {
    opId: graph.opId(op),
    name: graph.operationName(op),
    category: graph.operationCategory(op),
    comment: stringField(graph.operationRecord(op), 'comment') ?? '',
    createdAt: graph.operationCreatedAt(op),
    sessionId: session === undefined ? undefined : graph.sessionId(session),
    sessionComment:
      session === undefined ? '' : (stringField(graph.sessionRecord(session), 'comment') ?? ''),
  };
}

/** Briefs of the operations that exist among those named, each once, in execution order. */
export function briefsOf(
  graph: EvolutionGraph,
  ids: Iterable<OpId | undefined>,
): readonly OperationBrief[] {
  const ops = new Set<number>();
  for (const id of ids) {
    const op = id === undefined ? undefined : graph.findOperation(id);
    if (op !== undefined) ops.add(op);
  }
  return inOrder(graph, ops).map((op) => operationBrief(graph, op));
}

/** Operation indexes in execution order. */
export const inOrder = (graph: EvolutionGraph, ops: Iterable<number>): readonly number[] =>
  [...ops].sort((a, b) => graph.rank(a) - graph.rank(b));
