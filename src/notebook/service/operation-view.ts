import type { NodeId, OpId } from '../../base/brand';
import { problem } from '../../base/problem';
import { err, ok, type Result } from '../../base/result';
import { shorten } from '../../base/text/shorten';
import type { EvolutionGraph } from '../../graph/evolution-graph';
import { drawOperation, type Box, type Picture } from '../../graph/layout/picture';
import { plainText } from '../../trace/decode/plain-text';
import { objectField } from '../../trace/json';
import { operationBrief } from './briefs';
import type { OperationView, SubgraphNode } from './contract';

const MOST_PREVIEW = 160;
const MOST_METADATA = 2_000;
/** Bytes of values read for previews in one picture; the rest is read when it is asked for. */
const PREVIEW_BYTES = 4_000_000;

/** Category of edges for which recording was told none. */
const UNNAMED = 'operation';

/** The subgraph of an operation, laid out for drawing. */
export function operationView(
  graph: EvolutionGraph,
  id: OpId,
  keep: readonly NodeId[] = [],
): Result<OperationView> {
  const op = graph.findOperation(id);
  if (op === undefined) return err(problem('not-in-trace', `No operation ${id}.`));
  const kept = keep.map((node) => graph.findNode(node)).filter((node) => node !== undefined);
  const picture = drawOperation(graph, op, new Set(kept));
  const metadata = objectField(graph.operationRecord(op), 'metadata');
  return ok({
    operation: operationBrief(graph, op),
    metadata: [...metadata].map(([key, value]) => [key, printField(value)] as const),
    nodes: nodesOf(graph, op, picture),
    edges: picture.arrows.map(({ source, target }) => ({
      id: `${idOf(graph, picture, source)} > ${idOf(graph, picture, target)}`,
      source: idOf(graph, picture, source),
      target: idOf(graph, picture, target),
      label: '',
    })),
    hidden: picture.hidden,
  });
}

/** Variables keep their node id, so that a click leads to them. */
function idOf(graph: EvolutionGraph, picture: Picture, index: number): string {
  const box = picture.boxes[index];
  const [node] = box?.nodes ?? [];
  return box?.kind === 'variable' && node !== undefined
    ? graph.nodeId(node)
    : `${box?.kind ?? 'box'} ${index}`;
}

function nodesOf(graph: EvolutionGraph, op: number, picture: Picture): readonly SubgraphNode[] {
  let budget = PREVIEW_BYTES;
  const previewOf = (node: number): string => {
    budget -= graph.valueBytes(node);
    return budget < 0 ? '' : shorten(plainText(graph.rawValue(node)), MOST_PREVIEW);
  };
  return picture.boxes.map((box, index) => {
    const { x, y } = picture.places[index] ?? { x: 0, y: 0 };
    return { id: idOf(graph, picture, index), ...wordsOf(graph, op, box, previewOf), x, y };
  });
}

function wordsOf(
  graph: EvolutionGraph,
  op: number,
  box: Box,
  previewOf: (node: number) => string,
): Pick<SubgraphNode, 'kind' | 'role' | 'label' | 'detail' | 'preview'> {
  const node = box.nodes[0] ?? 0;
  switch (box.kind) {
    case 'variable':
      return {
        kind: 'variable',
        role: box.role === 'step' ? 'intermediate' : box.role,
        label: graph.className(node) ?? graph.category(node),
        detail: shorten(graph.nodeId(node), MOST_PREVIEW),
        preview: previewOf(node),
      };
    case 'more':
      return {
        kind: 'more',
        role: 'more',
        label: `+${box.nodes.length} more`,
        detail: graph.className(node) ?? box.category,
        preview: '',
      };
    case 'step':
      return {
        kind: 'operation',
        role: 'operation',
        label: isItself(graph, op, box) ? graph.operationName(op) : box.category,
        detail: box.category,
        preview: '',
      };
  }
}

/**
 * Whether a step is the operation itself: its edges have the operation's category, or the one that
 * recording writes where none was given.
 */
const isItself = (graph: EvolutionGraph, op: number, { category }: Box): boolean =>
  category === graph.operationCategory(op) || category === '' || category === UNNAMED;

/** A metadata field as text: strings as they are, the rest as JSON. */
const printField = (value: unknown): string =>
  shorten(typeof value === 'string' ? value : JSON.stringify(value), MOST_METADATA);
