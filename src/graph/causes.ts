import type { EvolutionGraph } from './evolution-graph';

/** Which message or question each operation worked for. */
export interface Causes {
  /** Messages and questions in order of time. */
  readonly messages: readonly number[];
  /** Operations of each message, in execution order. */
  readonly operationsOf: ReadonlyMap<number, readonly number[]>;
  /** Operations that no message caused, as far as the trace says. */
  readonly others: readonly number[];
}

const known = new WeakMap<EvolutionGraph, Causes>();

/**
 * Attributes operations to messages by what they read, never by the time at which they ran: an
 * operation that read messages worked for these; one that did not worked for the message of the
 * operation that last wrote what it read. Read once for a trace.
 */
export function causesOf(graph: EvolutionGraph): Causes {
  const cached = known.get(graph);
  if (cached !== undefined) return cached;
  const messages: number[] = [];
  const isMessage = new Uint8Array(graph.nodeCount);
  for (let node = 0; node < graph.nodeCount; node++) {
    const category = graph.category(node);
    if (category !== 'message' && category !== 'message & query') continue;
    isMessage[node] = 1;
    messages.push(node);
  }
  const operationsOf = new Map<number, number[]>();
  const others: number[] = [];
  const writer = new Map<number, number>();
  const causeOf = new Map<number, readonly number[]>();
  for (const op of graph.adjacency.operationOrder) {
    const causes = directCauses(graph, op, isMessage) ?? inherited(graph, op, writer, causeOf);
    causeOf.set(op, causes);
    for (const edge of graph.edgesOf(op)) writer.set(graph.target(edge), op);
    if (causes.length === 0) others.push(op);
    for (const message of causes) {
      const list = operationsOf.get(message);
      if (list === undefined) operationsOf.set(message, [op]);
      else list.push(op);
    }
  }
  const found = { messages: inTime(graph, messages), operationsOf, others };
  known.set(graph, found);
  return found;
}

/** The messages that an operation read; a question it read counts before messages. */
function directCauses(
  graph: EvolutionGraph,
  op: number,
  isMessage: Uint8Array,
): readonly number[] | undefined {
  const found = new Set<number>();
  for (const edge of graph.edgesOf(op)) {
    const source = graph.source(edge);
    if (isMessage[source] === 1) found.add(source);
  }
  if (found.size === 0) return undefined;
  const questions = [...found].filter((node) => graph.category(node) === 'message & query');
  return questions.length > 0 ? questions : [...found];
}

/** The cause of the operation that wrote last what this one read. */
function inherited(
  graph: EvolutionGraph,
  op: number,
  writer: ReadonlyMap<number, number>,
  causeOf: ReadonlyMap<number, readonly number[]>,
): readonly number[] {
  let last: number | undefined;
  for (const edge of graph.edgesOf(op)) {
    const before = writer.get(graph.source(edge));
    if (before === undefined || before === op) continue;
    if (last === undefined || graph.rank(before) > graph.rank(last)) last = before;
  }
  return last === undefined ? [] : (causeOf.get(last) ?? []);
}

/** By time of execution, an unreadable time counting as that of the record before it. */
function inTime(graph: EvolutionGraph, nodes: readonly number[]): readonly number[] {
  let last = Number.NEGATIVE_INFINITY;
  const times = nodes.map((node) => {
    const at = graph.createdAt(node);
    if (!Number.isNaN(at)) last = at;
    return { node, at: last };
  });
  return times
    .sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : a.node - b.node))
    .map(({ node }) => node);
}
