import type { Fact } from '../matching/fact';
import type { FlowTrace, Loss } from './path';
import { sayer } from './stations';

/**
 * The loss of a message that no operation read: an operation that should have happened. The verdict
 * needs one that exists, so it names the first construction operation of the message's session after
 * the message was recorded, else the first one after it at all.
 */
export function unreadMessage(trace: FlowTrace, fact: Fact, until: number): Loss {
  const { graph } = trace;
  return {
    errorType: 'ExtractionError',
    op: neighbour(trace, fact.evidence, until) ?? graph.adjacency.operationOrder[0] ?? 0,
    certainty: 0.6,
    sentence: `${sayer(fact)} was recorded, but no operation read it.`,
  };
}

function neighbour(trace: FlowTrace, message: number, until: number): number | undefined {
  const { graph } = trace;
  const session = graph.nodeSession(message);
  const at = graph.createdAt(message);
  let any: number | undefined;
  for (const op of graph.adjacency.operationOrder) {
    if (graph.rank(op) >= until) break;
    if (graph.operationCreatedAt(op) < at) continue;
    any ??= op;
    if (graph.operationSession(op) === session) return op;
  }
  return any;
}
