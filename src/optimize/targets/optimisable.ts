import type { EvolutionGraph } from '../../graph/evolution-graph';
import { plainText } from '../../trace/decode/plain-text';

/** Where in the pipeline a prompt variable is read. */
export type PromptRole = 'construction' | 'retrieval' | 'answer';

/** A prompt variable that can be optimised. Plain data. */
export interface PromptVariable {
  /** Full name, the same in every trace of a memory system. */
  readonly name: string;
  /** Full node id of the latest version. */
  readonly nodeId: string;
  readonly role: PromptRole;
  /** Decoded. */
  readonly text: string;
  /** Names of the operations that read it, and how many do. */
  readonly readBy: readonly string[];
  readonly reads: number;
}

/**
 * The optimisable prompt variables of a trace, in the order in which they are first read: variables of
 * category `prompt` that no operation wrote (what an operation writes is a filled-in prompt) and that an
 * operation other than the judge reads. The judge's prompt measures; changing it would change the yardstick.
 */
export function promptVariables(graph: EvolutionGraph): readonly PromptVariable[] {
  const found = new Map<string, number[]>();
  for (let node = 0; node < graph.nodeCount; node++) {
    if (graph.category(node) !== 'prompt' || isWritten(graph, node)) continue;
    const name = graph.fullName(node);
    found.set(name, [...(found.get(name) ?? []), node]);
  }
  return [...found]
    .flatMap(([name, nodes]) => describe(graph, name, nodes) ?? [])
    .sort((a, b) => a.first - b.first)
    .map(({ variable }) => variable);
}

/** Whether an operation wrote it; the sentinel that stands for "no input" writes nothing. */
const isWritten = (graph: EvolutionGraph, node: number): boolean =>
  [...graph.incoming(node)].some((edge) => graph.category(graph.source(edge)) !== 'sentinel');

function describe(
  graph: EvolutionGraph,
  name: string,
  nodes: readonly number[],
): { readonly first: number; readonly variable: PromptVariable } | undefined {
  const readers = new Set<number>();
  for (const node of nodes)
    for (const edge of graph.outgoing(node)) {
      const op = graph.operationOfEdge(edge);
      if (op !== undefined && graph.operationName(op) !== 'llm-judge') readers.add(op);
    }
  const [first] = [...readers].sort((a, b) => graph.rank(a) - graph.rank(b));
  const latest = graph.latestVersion(name);
  if (first === undefined || latest === undefined) return undefined;
  return {
    first: graph.rank(first),
    variable: {
      name,
      nodeId: graph.nodeId(latest),
      role: roleOf(graph.operationCategory(first)),
      text: plainText(graph.rawValue(latest)),
      readBy: [...new Set([...readers].map((op) => graph.operationName(op)))],
      reads: readers.size,
    },
  };
}

function roleOf(category: string): PromptRole {
  if (category === 'evaluation') return 'answer';
  return category === 'retrieval' ? 'retrieval' : 'construction';
}
