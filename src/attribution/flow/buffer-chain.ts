import type { EvolutionGraph } from '../../graph/evolution-graph';
import { MEMORY_ENTRY } from './query-side';

/** One operation on the message buffer: what it read and the states it left. */
export interface BufferStep {
  readonly op: number;
  readonly messages: readonly number[];
  /** The buffer it wrote; `undefined` when it only read the buffer. */
  readonly after: number | undefined;
  /** Documents it emitted for the store. */
  readonly documents: readonly number[];
}

/** One operation that made units of an emitted document. */
export interface Addition {
  readonly op: number;
  readonly units: readonly number[];
}

/**
 * How messages went through the buffer of a trace (RAG, EverMemOS): buffer operations in execution order, and for each document the
 * operations that stored it. Built once a trace.
 */
export interface BufferChain {
  readonly steps: readonly BufferStep[];
  /** Message variable → index of the first step that read it. */
  readonly stepOf: ReadonlyMap<number, number>;
  readonly additions: ReadonlyMap<number, readonly Addition[]>;
  /** Every unit made of a document, with the operation that made it, in execution order. */
  readonly units: readonly { readonly unit: number; readonly op: number }[];
}

const known = new WeakMap<EvolutionGraph, BufferChain>();

/** The buffer of a RAG or EverMemOS trace (memory-systems §2, §4.1). */
export function bufferChain(graph: EvolutionGraph): BufferChain {
  const cached = known.get(graph);
  if (cached !== undefined) return cached;
  const chain = readChain(graph);
  known.set(graph, chain);
  return chain;
}

function readChain(graph: EvolutionGraph): BufferChain {
  const steps: BufferStep[] = [];
  const stepOf = new Map<number, number>();
  const additions = new Map<number, Addition[]>();
  const units: { unit: number; op: number }[] = [];
  for (const op of graph.adjacency.operationOrder) {
    const step = readStep(graph, op);
    if (step !== undefined) {
      for (const message of step.messages)
        if (!stepOf.has(message)) stepOf.set(message, steps.length);
      steps.push(step);
    }
    for (const [document, added] of readAdditions(graph, op)) {
      const list = additions.get(document) ?? [];
      list.push({ op, units: added });
      additions.set(document, list);
      for (const unit of added) units.push({ unit, op });
    }
  }
  return { steps, stepOf, additions, units };
}

const isBuffer = (graph: EvolutionGraph, node: number): boolean =>
  graph.category(node) === 'message_buffer';
const isDocument = (graph: EvolutionGraph, node: number): boolean =>
  graph.category(node) === 'temporary_variable';

/** A buffer operation reads a message or a buffer and writes a buffer or a document. */
function readStep(graph: EvolutionGraph, op: number): BufferStep | undefined {
  const messages = new Set<number>();
  const documents = new Set<number>();
  let after: number | undefined;
  let touches = false;
  for (const edge of graph.edgesOf(op)) {
    const source = graph.source(edge);
    const target = graph.target(edge);
    if (graph.category(source) === 'message') messages.add(source);
    if (isBuffer(graph, source) || isBuffer(graph, target)) touches = true;
    if (isBuffer(graph, target)) after = target;
    // The edge from the new message to the document is drawn even in deferred mode, where the
    // document holds the old buffer only: what it holds is read from its text (memory-systems §2).
    if (isDocument(graph, target)) documents.add(target);
  }
  if (!touches) return undefined;
  return { op, messages: [...messages], after, documents: [...documents] };
}

/** Document → units, for every document that an operation read. */
function readAdditions(graph: EvolutionGraph, op: number): Map<number, number[]> {
  const found = new Map<number, number[]>();
  for (const edge of graph.edgesOf(op)) {
    const source = graph.source(edge);
    const target = graph.target(edge);
    if (!isDocument(graph, source)) continue;
    // A document that nothing was made of is still read: its list stays empty.
    const units = found.get(source) ?? [];
    if (graph.category(target) === MEMORY_ENTRY) units.push(target);
    found.set(source, units);
  }
  return found;
}

/** The operation that made units of a document, the first one at or after the operation that emitted it. */
export function additionAfter(
  graph: EvolutionGraph,
  chain: BufferChain,
  document: number,
  emittedBy: number,
): Addition | undefined {
  // Equal documents are one variable: only operations after the emitting one can be meant.
  return chain.additions
    .get(document)
    ?.find((addition) => graph.rank(addition.op) >= graph.rank(emittedBy));
}
