import type { EvolutionGraph } from '../../graph/evolution-graph';
import { plainText } from '../../trace/decode/plain-text';
import { textLeaves } from '../../trace/decode/text-leaves';
import { isObject } from '../../trace/json';
import { flatText, LABELS, type NodeText } from '../matching/flat-text';
import { readMessage } from '../matching/message';
import { rawText } from './raw-text';

/**
 * What a variable says: the content of a message, the texts of a memory unit (one a line), the string
 * behind Python's repr. Fields that only name or place the record are left out.
 */
export function readNodeText(graph: EvolutionGraph, node: number): NodeText {
  if (graph.category(node) === 'message') {
    const { flat } = readMessage(graph, node);
    if (flat !== undefined) return flat;
  }
  // What is read is often quoted next: both take the value from the same place.
  const raw = rawText(graph, node);
  if (!raw.startsWith('{')) return { text: plainText(raw), at: undefined };
  // Nearly all messages and units are flat JSON objects: the native parser reads them ten times faster.
  return flatObject(raw) ?? leaves(raw);
}

function flatObject(raw: string): NodeText | undefined {
  let value: unknown;
  try {
    value = JSON.parse(raw);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
  if (!isObject(value)) return undefined;
  return flatText(value);
}

function leaves(raw: string): NodeText {
  const texts: string[] = [];
  let at: string | undefined;
  for (const { path, kind, text } of textLeaves(raw)) {
    const key = path.findLast((step) => typeof step === 'string');
    if (key === 'timestamp' && path.length === 1) at = text;
    if (kind === 'string' && !(typeof key === 'string' && LABELS.has(key))) texts.push(text);
  }
  return { text: texts.join('\n'), at };
}
