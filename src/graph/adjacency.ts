import { atOnce, type Steps } from '../base/steps';
import type { TraceColumns } from '../trace/columns';
import { groupBy, type Grouping } from './grouping';

/**
 * Everything about a trace that is derived from its columns once and kept beside them: which edges
 * leave and enter a variable, which belong to an operation, the versions of each full name, the
 * operations of each session, and the rank of each operation in time.
 */
export interface Adjacency {
  readonly outgoing: Grouping;
  readonly incoming: Grouping;
  readonly edgesOfOperation: Grouping;
  readonly versions: Grouping;
  readonly operationsOfSession: Grouping;
  /** `operationRank[op]`: position in execution order (created_at, then file order). */
  readonly operationRank: Uint32Array;
  /** Operation indexes in execution order: the inverse of `operationRank`. */
  readonly operationOrder: Uint32Array;
}

/** Builds the adjacency of a trace. Linear but for the sort of the operations by time. */
export const buildAdjacency = (columns: TraceColumns): Adjacency => atOnce(adjacencySteps(columns));

/** `buildAdjacency`, with a stop for other work after each part: a part takes 50 ms for a gigabyte. */
export function* adjacencySteps(columns: TraceColumns): Steps<Adjacency> {
  const { nodes, edges, operations, sessions } = columns;
  const nodeCount = nodes.version.length;
  const operationCount = operations.name.length;
  let names = 0;
  for (const name of nodes.fullName) names = Math.max(names, name + 1);
  yield;
  const operationOrder = orderByTime(operations.createdAt);
  const operationRank = new Uint32Array(operationCount);
  operationOrder.forEach((op, rank) => (operationRank[op] = rank));
  yield;
  const outgoing = groupBy(edges.source, nodeCount);
  yield;
  const incoming = groupBy(edges.target, nodeCount);
  yield;
  const edgesOfOperation = groupBy(edges.op, operationCount);
  yield;
  const versions = groupBy(nodes.fullName, names);
  const operationsOfSession = groupBy(operations.session, sessions.category.length);
  return {
    ...{ outgoing, incoming, edgesOfOperation, versions, operationsOfSession },
    ...{ operationRank, operationOrder },
  };
}

/**
 * Indexes sorted by time, ties and unreadable times by file order. An unreadable time takes the
 * time of the record before it, so one bad record never moves the others.
 */
function orderByTime(createdAt: Float64Array): Uint32Array {
  const time = new Float64Array(createdAt.length);
  let last = Number.NEGATIVE_INFINITY;
  createdAt.forEach((at, i) => {
    if (!Number.isNaN(at)) last = at;
    time[i] = last;
  });
  const order = Uint32Array.from(time, (_, i) => i);
  return order.sort((a, b) => compare(time[a] ?? 0, time[b] ?? 0) || a - b);
}

// Subtraction would give NaN for two infinite times.
const compare = (a: number, b: number): number => (a < b ? -1 : a > b ? 1 : 0);
