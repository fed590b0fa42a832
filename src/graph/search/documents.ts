import { textLeaves } from '../../trace/decode/text-leaves';
import type { TextRange } from '../../trace/decode/mapped-text';
import { stringField } from '../../trace/json';
import type { EvolutionGraph } from '../evolution-graph';

/** What a search finds: a variable or an operation, by its index in the graph. */
export interface Found {
  readonly kind: 'variable' | 'operation';
  readonly index: number;
}

/** One text of a variable or operation that is searched. */
export interface SearchedText {
  readonly field: 'name' | 'value' | 'comment';
  readonly text: string;
  /** For values: the range of the raw value that a range of `text` was decoded from. */
  readonly rawRange: ((start: number, end: number) => TextRange) | undefined;
}

const plain = (field: SearchedText['field'], text: string): SearchedText => ({
  field,
  text,
  rawRange: undefined,
});

/**
 * Every text of a variable (id, category, the decoded texts of its value, comment) or an operation
 * (id, name and category, comment, the distinct comments of its edges), in this order.
 */
export function searchedTexts(graph: EvolutionGraph, { kind, index }: Found): SearchedText[] {
  return kind === 'variable' ? variableTexts(graph, index) : operationTexts(graph, index);
}

function variableTexts(graph: EvolutionGraph, node: number): SearchedText[] {
  const values = textLeaves(graph.rawValue(node)).map((leaf): SearchedText => ({
    field: 'value',
    text: leaf.text,
    rawRange: (start, end) => leaf.rawRange(start, end),
  }));
  const comment = stringField(graph.nodeRecord(node), 'comment');
  return [
    plain('name', graph.nodeId(node)),
    plain('name', graph.category(node)),
    ...values,
    ...(comment ? [plain('comment', comment)] : []),
  ];
}

function operationTexts(graph: EvolutionGraph, op: number): SearchedText[] {
  const comments = new Set<string>();
  const add = (text: string | undefined): void => {
    if (text) comments.add(text);
  };
  add(stringField(graph.operationRecord(op), 'comment'));
  for (const edge of graph.edgesOf(op)) add(stringField(graph.edgeRecord(edge), 'comment'));
  return [
    plain('name', graph.operationName(op)),
    plain('name', graph.operationCategory(op)),
    plain('name', graph.opId(op)),
    ...[...comments].map((text) => plain('comment', text)),
  ];
}

/** A variable or operation as one number: variables first, then operations. */
export const numberOf = (graph: EvolutionGraph, { kind, index }: Found): number =>
  kind === 'variable' ? index : graph.nodeCount + index;

/** The variable or operation of a number. */
export const foundOf = (graph: EvolutionGraph, number: number): Found =>
  number < graph.nodeCount
    ? { kind: 'variable', index: number }
    : { kind: 'operation', index: number - graph.nodeCount };

/** Everything that can be found, as numbers in the order in which it happened. */
export function inTime(graph: EvolutionGraph): Uint32Array {
  const { nodeCount, operationCount } = graph;
  const time = new Float64Array(nodeCount + operationCount);
  const fill = (from: number, count: number, at: (index: number) => number): void => {
    // An unreadable time takes the time of the record before it.
    let last = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < count; i++) {
      const read = at(i);
      if (!Number.isNaN(read)) last = read;
      time[from + i] = last;
    }
  };
  fill(0, nodeCount, (node) => graph.createdAt(node));
  fill(nodeCount, operationCount, (op) => graph.operationCreatedAt(op));
  const order = Uint32Array.from(time, (_, i) => i);
  return order.sort((a, b) => compare(time[a] ?? 0, time[b] ?? 0) || a - b);
}

// Subtraction would give NaN for two infinite times.
const compare = (a: number, b: number): number => (a < b ? -1 : a > b ? 1 : 0);
