import type { EvolutionGraph } from '../../graph/evolution-graph';
import { parseLenient, stringField, toJsonObject } from '../../trace/json';

/** A message variable taken apart: what was said, by whom, when (ISO, conversation time). */
export interface Message {
  readonly content: string;
  readonly speaker: string | undefined;
  readonly at: string | undefined;
}

// What the layers write around a message (memory-systems §0.2): it is not part of what was said.
const WRAPPERS = [
  /^Speaker [^\n]{1,80}? \(role: \w+\) says: /,
  /\nTimestamp: [^\n]*\s*$/,
  /\nBelow is this message's metadata:[\s\S]*$/,
];

/** Reads a message variable; a value that is not the message object counts as content alone. */
export function readMessage(graph: Pick<EvolutionGraph, 'rawValue'>, node: number): Message {
  const raw = graph.rawValue(node);
  const record = toJsonObject(parsed(raw));
  const content = stringField(record, 'content');
  if (content === undefined) return { content: unwrap(raw), speaker: undefined, at: undefined };
  return {
    content: unwrap(content),
    speaker: stringField(record, 'name'),
    at: stringField(record, 'timestamp'),
  };
}

/** The words of the speaker, without what a memory layer wrote around them. */
export const unwrap = (content: string): string =>
  WRAPPERS.reduce((text, wrapper) => text.replace(wrapper, ''), content).trim();

function parsed(raw: string): unknown {
  if (!raw.startsWith('{')) return undefined;
  try {
    return parseLenient(raw);
  } catch (error) {
    // Cut off or hand-made values are still text.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
