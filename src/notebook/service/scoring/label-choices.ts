import type { Case } from '../../../cases/case';
import type { EvolutionGraph } from '../../../graph/evolution-graph';
import { operationSubgraph } from '../../../graph/subgraph';
import { briefsOf } from '../briefs';
import type { OperationBrief } from '../contract';

/** More than anybody reads; the first in execution order are given. */
const MOST_CHOICES = 200;

/**
 * The operations that a label may blame, in execution order: those that read the evidence, those
 * that read what these wrote, as far as nothing is asked of memory yet, then the search and the
 * answer of the case. Shared content makes this too many rather than too few.
 */
export function labelChoices(graph: EvolutionGraph, c: Case): readonly OperationBrief[] {
  const own = new Set([...c.retrievalOps, ...(c.answerOp === undefined ? [] : [c.answerOp])]);
  const evidence = c.evidence.map((id) => graph.findNode(id)).filter((node) => node !== undefined);
  const ops = new Set<number>();
  const seen = new Set<number>(evidence);
  // `seen` grows while it is walked, so a chain of any length is followed.
  for (const node of seen) {
    for (const edge of graph.outgoing(node)) {
      const op = graph.operationOfEdge(edge);
      if (op === undefined || ops.has(op) || asks(graph, op)) continue;
      ops.add(op);
      const { intermediates, outputs } = operationSubgraph(graph, op);
      for (const next of [...intermediates, ...outputs]) seen.add(next);
    }
    if (ops.size >= MOST_CHOICES) break;
  }
  const ids = [...ops].slice(0, MOST_CHOICES).map((op) => graph.opId(op));
  return briefsOf(graph, [...ids, ...own]);
}

/** Whether an operation belongs to a question: what it does is not done to memory. */
const asks = (graph: EvolutionGraph, op: number): boolean =>
  ['retrieval', 'evaluation'].includes(graph.operationCategory(op));
