import type { EvolutionGraph } from '../../graph/evolution-graph';
import { isObject, parseLenient, toJsonObject } from '../../trace/json';
import type { PreparedText } from './fact';
import { flatText, type NodeText } from './flat-text';
import { prepareText } from './prepare';

/** A message variable taken apart: what was said, by whom, when (ISO, conversation time). */
export interface Message {
  readonly content: string;
  readonly speaker: string | undefined;
  readonly at: string | undefined;
  /** The content with what the layer wrote around it; `undefined` for a value that is no message object. */
  readonly recorded: string | undefined;
  /** What a flat message object says as any variable; `undefined` for other values. */
  readonly flat: NodeText | undefined;
}

type Values = Pick<EvolutionGraph, 'rawValue'>;

// Every message is asked for when a trace is made ready, and each evidence message a dozen times a case.
const MOST_KEPT = 60_000;
const kept = new WeakMap<Values, Map<number, Message>>();
const prepared = new WeakMap<Message, PreparedText>();

/** Reads a message variable; a value that is not the message object counts as content alone. */
export function readMessage(graph: Values, node: number): Message {
  let messages = kept.get(graph);
  if (messages === undefined) kept.set(graph, (messages = new Map<number, Message>()));
  const known = messages.get(node);
  if (known !== undefined) return known;
  const message = toMessage(graph.rawValue(node));
  if (messages.size >= MOST_KEPT) messages.clear();
  messages.set(node, message);
  return message;
}

/** What was said, prepared for matching; relative times count from the time of the message. */
export function preparedMessage(graph: Values, node: number): PreparedText {
  const message = readMessage(graph, node);
  const known = prepared.get(message);
  if (known !== undefined) return known;
  const text = prepareText(message.content, message.at);
  prepared.set(message, text);
  return text;
}

function toMessage(raw: string): Message {
  const value = parsed(raw);
  const flat = isObject(value) ? flatText(value) : undefined;
  const fields = toJsonObject(value);
  const text = (key: string): string | undefined => {
    const field = fields.get(key);
    return typeof field === 'string' ? field : undefined;
  };
  const recorded = text('content');
  if (recorded === undefined)
    return { content: unwrap(raw), speaker: undefined, at: undefined, recorded, flat };
  return {
    content: unwrap(recorded),
    speaker: text('name'),
    at: text('timestamp'),
    recorded,
    flat,
  };
}

// What the layers write around a message (memory-systems §0.2): it is not part of what was said.
const SPEAKER = /^Speaker [^\n]{1,80}? \(role: \w+\) says: /;
const TIMESTAMP = /\nTimestamp: [^\n]*\s*$/;
const METADATA = /\nBelow is this message's metadata:[\s\S]*$/;

/** The words of the speaker, without what a memory layer wrote around them. */
export function unwrap(content: string): string {
  let text = content.startsWith('Speaker ') ? content.replace(SPEAKER, '') : content;
  if (text.includes('\nTimestamp: ')) text = text.replace(TIMESTAMP, '');
  if (text.includes('\nBelow is ')) text = text.replace(METADATA, '');
  return text.trim();
}

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
