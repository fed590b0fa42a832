import { operationSubgraph } from '../../graph/subgraph';
import type { AgentTrace } from './agent-trace';
import { rawText } from '../flow/raw-text';
import { attribute, commentOf, cut, escaped, metadataOf, timeOf } from './show';

// Enough for a memory unit or a list of facts; whole buffers and contexts are for `view_node_value`.
const MOST_VALUE = 1_800;
/** Instructions are long, the same everywhere, and seldom what is wrong. */
const MOST_PROMPT = 160;
const MOST_VARIABLES = 40;
const MOST_EDGES = 60;

/** Remembers which values the model has read, so that none is sent twice. */
export class ShownValues {
  private readonly shown = new Set<number>();

  /** Whether a value goes out for the first time. */
  first(node: number): boolean {
    if (this.shown.has(node)) return false;
    this.shown.add(node);
    return true;
  }

  /** After compaction the model has the values no more. */
  forget(): void {
    this.shown.clear();
  }
}

/** A variable with its value, or a word on where the value was shown. */
export function showVariable(
  trace: AgentTrace,
  node: number,
  role: string,
  values: ShownValues | undefined,
): string {
  const { graph } = trace;
  const head =
    `<variable ref="${trace.handle(node)}" id="${attribute(graph.nodeId(node), 100)}" role="${role}"` +
    ` class="${attribute(graph.className(node) ?? '')}" category="${attribute(graph.category(node))}"` +
    ` at="${timeOf(graph.createdAt(node))}"`;
  if (values === undefined) return `${head}/>`;
  if (!values.first(node)) return `${head}>[value shown above]</variable>`;
  const most = graph.category(node) === 'prompt' ? MOST_PROMPT : MOST_VALUE;
  return `${head}>${escaped(cut(valueText(trace, node), most))}</variable>`;
}

/**
 * What a variable says: structured values as recorded, because their keys matter (which part of a unit is
 * the episode, whose message it is); strings without the quoting of the recorder.
 */
export function valueText(trace: AgentTrace, node: number): string {
  const raw = rawText(trace.graph, node);
  return /^\s*[[{]/.test(raw) ? raw : trace.flow.text(node);
}

/**
 * An operation as the model reads it: what it is, its variables by role, its edges in recorded order.
 * @param focus the variable the model is exploring
 * @param values `undefined` leaves all values out
 */
export function showOperation(
  trace: AgentTrace,
  op: number,
  focus: number | undefined,
  values: ShownValues | undefined,
): string {
  const { graph } = trace;
  const record = graph.operationRecord(op);
  const { inputs, intermediates, outputs, edges } = operationSubgraph(graph, op);
  const roles = new Map<number, string>([
    ...inputs.map((node) => [node, 'input'] as const),
    ...intermediates.map((node) => [node, 'intermediate'] as const),
    ...outputs.map((node) => [node, 'output'] as const),
  ]);
  const inTime = [...roles.keys()].sort((a, b) => graph.createdAt(a) - graph.createdAt(b) || a - b);
  const session = graph.operationSession(op);
  const lines = [
    `<operation id="${attribute(graph.opId(op))}" name="${attribute(graph.operationName(op))}" category="${attribute(graph.operationCategory(op))}" at="${timeOf(graph.operationCreatedAt(op))}"${session === undefined ? '' : ` session="${attribute(graph.sessionId(session))}"`}>`,
  ];
  const comment = commentOf(record);
  if (comment !== '') lines.push(`comment: ${escaped(cut(comment, 400))}`);
  const metadata = metadataOf(record);
  if (metadata !== '') lines.push(`metadata: ${escaped(metadata)}`);
  if (focus !== undefined && roles.has(focus))
    lines.push(
      `${trace.handle(focus)} is its ${roles.get(focus) ?? ''}; it leads to ${refs(trace, successors(trace, op, focus))}; final outputs: ${refs(trace, outputs)}`,
    );
  for (const node of inTime.slice(0, MOST_VARIABLES))
    lines.push(showVariable(trace, node, roles.get(node) ?? '', values));
  if (inTime.length > MOST_VARIABLES)
    lines.push(`[${inTime.length - MOST_VARIABLES} more variables: use view_operation]`);
  for (const edge of [...edges].slice(0, MOST_EDGES)) lines.push(showEdge(trace, edge));
  if (edges.length > MOST_EDGES) lines.push(`[${edges.length - MOST_EDGES} more edges]`);
  if (edges.length === 0) lines.push('[it caused no edge: it returned nothing]');
  lines.push('</operation>');
  return lines.join('\n');
}

function showEdge(trace: AgentTrace, edge: number): string {
  const { graph } = trace;
  const [from, to] = [graph.source(edge), graph.target(edge)].map((node) => trace.handle(node));
  const record = graph.edgeRecord(edge);
  const comment = escaped(cut(commentOf(record).replace(/\s+/g, ' '), 120));
  return `${from} → ${to} [${escaped(graph.edgeCategory(edge))}]${comment === '' ? '' : ` ${comment}`}`;
}

/** Direct successors of a variable inside one operation. */
function successors(trace: AgentTrace, op: number, node: number): readonly number[] {
  const { graph } = trace;
  const found = new Set<number>();
  for (const edge of graph.edgesOf(op))
    if (graph.source(edge) === node) found.add(graph.target(edge));
  return [...found];
}

const refs = (trace: AgentTrace, nodes: readonly number[]): string =>
  nodes.length === 0
    ? 'nothing'
    : nodes
        .slice(0, MOST_VARIABLES)
        .map((node) => trace.handle(node))
        .join(', ');
