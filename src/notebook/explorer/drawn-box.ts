import { shorten } from '../../base/text/shorten';
import type { EvolutionGraph } from '../../graph/evolution-graph';
import { plainText } from '../../trace/decode/plain-text';
import { parseRecord, stringField } from '../../trace/json';
import type { BoxMarks, DrawnNode, LayerName } from './drawing-contract';
import { unitPreview } from './unit-preview';

const MOST_PREVIEW = 160;
/** Values longer than this are not read for a preview, nor more than so many bytes in one drawing. */
const LONGEST_VALUE = 60_000;
const PREVIEW_BYTES = 400_000;

export const UNMARKED: BoxMarks = {
  evidence: false,
  quoted: false,
  decisive: false,
  station: undefined,
};

/** Sizes that boxes are drawn with, in pixels; a hexagon loses room at both ends. */
export const BOX_SIZE = { width: 158, height: 42 } as const;
export const OPERATION_SIZE = { width: 200, height: 42 } as const;

type Words = Omit<DrawnNode, 'x' | 'y' | 'marks'>;

/** Words of the boxes of one drawing; values are read for previews as far as that stays cheap. */
export class BoxWords {
  private budget = PREVIEW_BYTES;

  constructor(private readonly graph: EvolutionGraph) {}

  variable(node: number): Words {
    const { graph } = this;
    const id = graph.nodeId(node);
    return {
      id,
      nodeId: id,
      kind: 'variable',
      role: variableRole(graph, node),
      label: graph.className(node) ?? `${shorten(graph.fullName(node), 16)}@${graph.version(node)}`,
      detail: shorten(id, MOST_PREVIEW),
      preview: this.preview(node),
    };
  }

  /** @param part tells several boxes of one operation apart */
  operation(op: number, part: number): Words {
    const { graph } = this;
    const opId = graph.opId(op);
    const name = graph.operationName(op) || graph.operationCategory(op);
    return {
      id: `operation ${part} ${opId}`,
      opId,
      kind: 'operation',
      role: 'operation',
      label: name.replace(/^memory_system\./, ''),
      detail: graph.operationCategory(op),
      preview: '',
    };
  }

  private preview(node: number): string {
    const { graph } = this;
    const bytes = graph.valueBytes(node);
    if (bytes > LONGEST_VALUE || bytes > this.budget) return '';
    this.budget -= bytes;
    if (graph.category(node) === 'memory_entry') return unitPreview(graph, node, MOST_PREVIEW);
    const raw = graph.rawValue(node);
    const content =
      graph.category(node) === 'message' ? stringField(parseRecord(raw), 'content') : undefined;
    return shorten(content ?? plainText(raw), MOST_PREVIEW);
  }
}

const SEARCH_LIST = /retriev|rerank|sufficien|multi_quer|refined_quer/;

/** What a variable is to a memory system, by its category and class. */
export function variableRole(graph: EvolutionGraph, node: number): DrawnNode['role'] {
  const category = graph.category(node);
  const className = graph.className(node) ?? '';
  if (category === 'message & query' || className === 'query') return 'question';
  if (category === 'message') return 'message';
  if (category === 'memory_entry' || category === 'marker') return 'memory';
  if (category === 'prompt') return 'prompt';
  if (category === 'memory_context' || className === 'context') return 'context';
  if (/^(?:prediction|golden_answers|judge_)/.test(className)) return 'answer';
  if (SEARCH_LIST.test(className)) return 'question';
  return 'working';
}

/** The layer that a variable is drawn in. */
export function layerOfRole(role: DrawnNode['role']): LayerName {
  switch (role) {
    case 'message':
      return 'messages';
    case 'memory':
      return 'memory';
    case 'question':
      return 'search';
    case 'context':
    case 'answer':
      return 'answer';
    case 'input':
    case 'intermediate':
    case 'output':
    case 'operation':
    case 'working':
    case 'prompt':
    case 'more':
      return 'construction';
  }
}

/** The layer that an operation is drawn in. */
export function layerOfOperation(graph: EvolutionGraph, op: number): LayerName {
  const category = graph.operationCategory(op);
  if (category === 'retrieval') return 'search';
  return category === 'evaluation' ? 'answer' : 'construction';
}
