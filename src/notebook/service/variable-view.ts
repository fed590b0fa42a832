import type { NodeId } from '../../base/brand';
import { problem } from '../../base/problem';
import { err, ok, type Result } from '../../base/result';
import type { EvolutionGraph } from '../../graph/evolution-graph';
import { decodeValue } from '../../trace/decode/decode-value';
import { nestedValues } from '../../trace/decode/nested-value';
import { plainValue, type PlainValue } from '../../trace/decode/plain-value';
import { stringField } from '../../trace/json';
import { inOrder, operationBrief } from './briefs';
import { VALUE_WINDOW, type OperationBrief, type VariableView } from './contract';
import { printValue } from './print-value';

/** Operations listed at most: a shared prompt is read by thousands. */
const MOST_OPERATIONS = 50;

/** One variable with a window of its value. */
export function variableView(
  graph: EvolutionGraph,
  id: NodeId,
  offset: number,
): Result<VariableView> {
  const node = graph.findNode(id);
  if (node === undefined) return err(problem('not-in-trace', `No variable ${id}.`));
  const { raw, decoded, nested, encoding, comment, metadata } = readVariable(graph, node);
  // Indented, a value is longer than it was recorded.
  const longest = Math.max(raw.length, decoded.length, nested?.length ?? 0);
  const start = Math.min(Math.max(0, Math.trunc(offset)), longest);
  return ok({
    id,
    category: graph.category(node),
    className: graph.className(node),
    comment,
    createdAt: graph.createdAt(node),
    metadata,
    encoding,
    decoded: window(decoded, start),
    decodedLength: decoded.length,
    nested: nested === undefined ? undefined : window(nested, start),
    nestedLength: nested?.length ?? 0,
    raw: window(raw, start),
    offset: start,
    rawLength: raw.length,
    valueBytes: graph.valueBytes(node),
    versions: [...graph.versions(node)].map((version) => ({
      id: graph.nodeId(version),
      createdAt: graph.createdAt(version),
    })),
    ...operationsAround(graph, node),
  });
}

/** The parts of a variable that take long to get when its value is large. */
interface ReadVariable extends Pick<VariableView, 'comment' | 'metadata' | 'encoding'> {
  readonly node: number;
  /** The whole value, as recorded and for reading. */
  readonly raw: string;
  readonly decoded: string;
  /** With the values inside of texts opened too; absent where there are none. */
  readonly nested: string | undefined;
}

// Windows of one value are asked for one after the other, and decoding 20 MB takes seconds.
const lastRead = new WeakMap<EvolutionGraph, ReadVariable>();

function readVariable(graph: EvolutionGraph, node: number): ReadVariable {
  const last = lastRead.get(graph);
  if (last?.node === node) return last;
  const record = graph.nodeRecord(node);
  const raw = graph.rawValue(node);
  const value = decodeValue(raw);
  const decoded = value.kind === 'text' ? raw : printValue(plainValue(value.node));
  const nested =
    raw.length > LONGEST_NESTED
      ? undefined
      : value.kind === 'text'
        ? printNested(raw)
        : printValue(expandText(plainValue(value.node)), valueInText);
  const read = {
    node,
    raw,
    decoded,
    nested: nested === decoded ? undefined : nested,
    encoding: value.kind,
    comment: stringField(record, 'comment') ?? '',
    metadata: printMetadata(record.get('metadata')),
  };
  lastRead.set(graph, read);
  return read;
}

/** Longer values are not searched for values inside of their texts. */
const LONGEST_NESTED = 400_000;

const printNested = (text: string): string => {
  const inside = valueInText(text);
  return inside === undefined ? text : printValue(inside, valueInText);
};

const expandText = (value: PlainValue): PlainValue =>
  typeof value === 'string' ? (valueInText(value) ?? value) : value;

/** The object or list that a text is nothing but: written as JSON or Python, in a fence or without. */
function valueInText(text: string): PlainValue | undefined {
  const [inside, ...others] = nestedValues(text);
  if (inside === undefined || others.length > 0) return undefined;
  const around = text.slice(0, inside.outerStart) + text.slice(inside.outerEnd);
  return around.trim() === '' ? plainValue(inside.node) : undefined;
}

const window = (text: string, start: number): string => text.slice(start, start + VALUE_WINDOW);

/** Metadata is shown as the JSON it was, indented. */
function printMetadata(metadata: unknown): string {
  const text = JSON.stringify(metadata ?? {}, undefined, 2);
  return text.length > VALUE_WINDOW ? `${text.slice(0, VALUE_WINDOW - 1)}…` : text;
}

function operationsAround(
  graph: EvolutionGraph,
  node: number,
): {
  readonly writtenBy: readonly OperationBrief[];
  readonly readBy: readonly OperationBrief[];
  readonly readByCount: number;
} {
  const ops = (edges: Uint32Array): readonly number[] => {
    const found = new Set<number>();
    for (const edge of edges) {
      const op = graph.operationOfEdge(edge);
      if (op !== undefined) found.add(op);
    }
    return inOrder(graph, found);
  };
  const briefs = (found: readonly number[]): readonly OperationBrief[] =>
    found.slice(0, MOST_OPERATIONS).map((op) => operationBrief(graph, op));
  const readers = ops(graph.outgoing(node));
  return {
    writtenBy: briefs(ops(graph.incoming(node))),
    readBy: briefs(readers),
    readByCount: readers.length,
  };
}
