import { operationSubgraph } from '../../graph/subgraph';
import type { AgentTrace } from '../agent/agent-trace';
import { commentOf, cut, escaped, metadataOf, timeOf } from '../agent/show';
import { valueText } from '../agent/show-operation';

/** Most characters of one value in the log; `view_operation` shows more. */
export const LOG_VALUE = 1_500;
const MOST_VARIABLES = 30;

/** The trace as a flat list of operations in the order in which they ran; made block by block. */
export class OperationLog {
  readonly operations: readonly number[];
  private readonly blocks = new Map<number, string>();

  constructor(readonly trace: AgentTrace) {
    this.operations = [...trace.graph.adjacency.operationOrder].filter(
      (op) => !trace.isForeign(op),
    );
  }

  /** The block of one operation as the log shows it. */
  block(op: number): string {
    const known = this.blocks.get(op);
    if (known !== undefined) return known;
    const text = showBlock(this.trace, op, LOG_VALUE);
    this.blocks.set(op, text);
    return text;
  }

  /** The same with values up to `most` characters. */
  whole(op: number, most: number): string {
    return showBlock(this.trace, op, most);
  }

  /** One line for a list. */
  line(op: number): string {
    const { graph } = this.trace;
    return `${graph.opId(op)} ${timeOf(graph.operationCreatedAt(op))} ${escaped(graph.operationName(op))} (${escaped(graph.operationCategory(op))})`;
  }
}

function showBlock(trace: AgentTrace, op: number, most: number): string {
  const { graph } = trace;
  const { inputs, intermediates, outputs } = operationSubgraph(graph, op);
  const record = graph.operationRecord(op);
  const comment = commentOf(record);
  const metadata = metadataOf(record);
  return [
    `## operation ${graph.opId(op)}`,
    `time: ${timeOf(graph.operationCreatedAt(op))}; name: ${escaped(graph.operationName(op))}; category: ${escaped(graph.operationCategory(op))}`,
    ...(comment === '' ? [] : [`comment: ${escaped(cut(comment, 300))}`]),
    ...(metadata === '' ? [] : [`metadata: ${escaped(metadata)}`]),
    ...group(trace, 'Input', inputs, most),
    ...group(trace, 'Intermediate', intermediates, most),
    ...group(trace, 'Output', outputs, most),
    '',
  ].join('\n');
}

function group(
  trace: AgentTrace,
  title: string,
  nodes: readonly number[],
  most: number,
): readonly string[] {
  const { graph } = trace;
  if (nodes.length === 0) return [];
  const shown = nodes.slice(0, MOST_VARIABLES).map((node) => {
    const size = graph.category(node) === 'prompt' ? Math.min(most, 160) : most;
    const kind = `${escaped(graph.className(node) ?? 'variable')} (${escaped(graph.category(node))})`;
    return `- ${kind}: ${escaped(cut(valueText(trace, node), size))}`;
  });
  const left = nodes.length - MOST_VARIABLES;
  return [`${title}:`, ...shown, ...(left > 0 ? [`[${left} more]`] : [])];
}
