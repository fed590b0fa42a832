import { atOnce, type Steps } from '../../base/steps';
import type { EvolutionGraph } from '../../graph/evolution-graph';
import { operationSubgraph } from '../../graph/subgraph';
import { MEMORY_ENTRY, unitsIn } from './query-side';

/** The decision that followed an extraction: what it did with the extracted facts. */
export interface Decision {
  readonly op: number;
  /** The recorded actions, if any. */
  readonly action: number | undefined;
  /** Unit versions it wrote. */
  readonly written: readonly number[];
}

/** One operation that read a message to extract facts from it. */
export interface Extraction {
  readonly op: number;
  /** The list of extracted facts; `undefined` when the call failed before there was one. */
  readonly facts: number | undefined;
  readonly decision: Decision | undefined;
}

/** How one Mem0 trace was built: message variable → the extractions that read it, in order. */
export interface Mem0Chain {
  readonly readings: ReadonlyMap<number, readonly Extraction[]>;
  /** Decision → the first message that it was made about. */
  readonly messageOf: ReadonlyMap<number, number>;
  /** List of extracted facts → the first message that it was extracted from. */
  readonly sourceOf: ReadonlyMap<number, number>;
}

const known = new WeakMap<EvolutionGraph, Mem0Chain>();

/** The construction side of a Mem0 trace (memory-systems §3), read once a graph. */
export const mem0Chain = (graph: EvolutionGraph): Mem0Chain =>
  known.get(graph) ?? atOnce(mem0ChainSteps(graph));

// Operations between two chances for messages: a few milliseconds of work.
const PART = 512;

/** The same in parts, so that a worker stays responsive while a large trace is read. */
export function* mem0ChainSteps(graph: EvolutionGraph): Steps<Mem0Chain> {
  const cached = known.get(graph);
  if (cached !== undefined) return cached;
  let done = 0;
  const readings = new Map<number, Extraction[]>();
  const messageOf = new Map<number, number>();
  const sourceOf = new Map<number, number>();
  for (const op of graph.adjacency.operationOrder) {
    if (++done % PART === 0) yield;
    const category = graph.operationCategory(op);
    if (category === 'retrieval' || category === 'evaluation') continue;
    const messages = new Set<number>();
    for (const edge of graph.edgesOf(op)) {
      const source = graph.source(edge);
      if (graph.category(source) === 'message') messages.add(source);
    }
    if (messages.size === 0) continue;
    const extraction = readExtraction(graph, op);
    for (const message of messages) {
      const list = readings.get(message) ?? [];
      list.push(extraction);
      readings.set(message, list);
      const decision = extraction.decision?.op;
      if (decision !== undefined && !messageOf.has(decision)) messageOf.set(decision, message);
      const { facts } = extraction;
      if (facts !== undefined && !sourceOf.has(facts)) sourceOf.set(facts, message);
    }
  }
  const chain = { readings, messageOf, sourceOf };
  known.set(graph, chain);
  return chain;
}

/** The list of facts that an operation extracted: its last output of that class, else the last between. */
function factsOf(graph: EvolutionGraph, op: number): number | undefined {
  const named = new Set<number>();
  for (const edge of graph.edgesOf(op)) {
    const target = graph.target(edge);
    if (graph.className(target) === 'extracted_facts') named.add(target);
  }
  // Nearly always there is one, and then it does not matter where it stands.
  if (named.size < 2) return [...named][0];
  const { outputs, intermediates } = operationSubgraph(graph, op);
  return [...outputs, ...intermediates].filter((node) => named.has(node)).at(-1);
}

function readExtraction(graph: EvolutionGraph, op: number): Extraction {
  const facts = factsOf(graph, op);
  // Raw mode stores the message itself: the reading operation writes the units (memory-systems §3.3).
  const direct = unitsIn(graph, op, 'target');
  if (facts === undefined && direct.length > 0)
    return { op, facts: undefined, decision: { op, action: undefined, written: direct } };
  return { op, facts, decision: facts === undefined ? undefined : decisionAfter(graph, facts, op) };
}

/**
 * The first operation after `extraction` that reads its facts. Equal fact lists (most often the
 * empty one) are one variable, so only the order of the operations tells whose decision it was.
 */
function decisionAfter(
  graph: EvolutionGraph,
  facts: number,
  extraction: number,
): Decision | undefined {
  let first: number | undefined;
  for (const edge of graph.outgoing(facts)) {
    const op = graph.operationOfEdge(edge);
    if (op === undefined || graph.rank(op) <= graph.rank(extraction)) continue;
    if (first === undefined || graph.rank(op) < graph.rank(first)) first = op;
  }
  if (first === undefined) return undefined;
  const written = new Set<number>();
  let action: number | undefined;
  for (const edge of graph.edgesOf(first)) {
    const target = graph.target(edge);
    if (graph.category(target) === MEMORY_ENTRY) written.add(target);
    if (graph.className(target) === 'update_action') action = target;
  }
  return { op: first, action, written: [...written] };
}
