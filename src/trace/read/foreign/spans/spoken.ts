import { isObject, toJsonObject, type JsonObject } from '../../../json';
import type { FoundUnit } from '../question';
import { asText } from '../row';
import type { SpokenMessage } from './span';

/** Levels of JSON inside JSON strings that tools write. */
const NESTED = 3;
/** Longest string looked at for JSON inside. */
const LONGEST = 8_000_000;

/** JSON that a tool wrote as a string, as the value it stands for; anything else as it is. */
export function unpacked(value: unknown): unknown {
  let current = value;
  for (let level = 0; level < NESTED; level++) {
    if (typeof current !== 'string' || current.length > LONGEST) return current;
    if (!/^\s*[[{"]/.test(current)) return current;
    try {
      current = JSON.parse(current);
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      return current;
    }
  }
  return current;
}

/** A recorded value for people: strings as they are, everything else as JSON. */
export function shown(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  const plain = unpacked(value);
  return asText(plain) ?? JSON.stringify(plain);
}

const MESSAGE_LISTS = ['messages', 'input', 'inputs', 'kwargs', 'prompt', 'choices', 'generations'];

/** The messages that a value holds: a list of them, or an object with one. */
export function messagesIn(value: unknown): readonly SpokenMessage[] {
  const plain = unpacked(value);
  if (Array.isArray(plain)) {
    const flat: readonly unknown[] =
      plain.length === 1 && Array.isArray(plain[0]) ? plain[0] : plain;
    return flat.flatMap((item) => messageOf(item) ?? []);
  }
  if (!isObject(plain)) return [];
  const fields = toJsonObject(plain);
  const own = messageOf(plain);
  if (own !== undefined) return [own];
  for (const key of MESSAGE_LISTS) {
    const list = unpacked(fields.get(key));
    if (Array.isArray(list)) {
      const found = messagesIn(list);
      if (found.length > 0) return found;
    }
  }
  return [];
}

/** A message in any of the usual shapes (OpenAI, LangChain, GenAI parts, choices). */
function messageOf(value: unknown): SpokenMessage | undefined {
  if (!isObject(value)) return undefined;
  const fields = toJsonObject(value);
  const inner = fields.get('message') ?? fields.get('kwargs');
  if (isObject(inner)) return messageOf(inner);
  const role = asText(fields.get('role')) ?? asText(fields.get('type'));
  const text =
    textOf(fields.get('content')) ?? textOf(fields.get('parts')) ?? textOf(fields.get('text'));
  if (role === undefined || (text === undefined && !fields.has('content') && !fields.has('parts')))
    return undefined;
  return { role: ROLES.get(role) ?? role, text: text ?? '' };
}

const ROLES: ReadonlyMap<string, string> = new Map([
  ['human', 'user'],
  ['ai', 'assistant'],
  ['HumanMessage', 'user'],
  ['AIMessage', 'assistant'],
  ['SystemMessage', 'system'],
]);

/** Content as text: a string, or the texts of its parts. */
function textOf(content: unknown): string | undefined {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return undefined;
  const texts = content.flatMap((part: unknown) => {
    if (typeof part === 'string') return [part];
    const fields = toJsonObject(part);
    const text = asText(fields.get('text')) ?? asText(fields.get('content'));
    return text === undefined ? (asText(fields.get('response')) ?? []) : [text];
  });
  return texts.length === 0 ? undefined : texts.join('\n');
}

const ANSWER_KEYS = ['output', 'answer', 'response', 'result', 'text', 'content', 'completion'];

/** What an output says: text, the last message with words, or a field that tools answer in. */
export function answerIn(value: unknown): string | undefined {
  const plain = unpacked(value);
  const text = asText(plain);
  if (text !== undefined) return text;
  const said = messagesIn(plain).findLast((message) => message.text !== '');
  if (said !== undefined) return said.text;
  return fieldOf(plain, ANSWER_KEYS);
}

const QUESTION_KEYS = ['question', 'query', 'input', 'text', 'prompt', 'user_input', 'message'];

/** What an input asks: text, the last words of a user, or a field that tools ask in. */
export function questionIn(value: unknown): string | undefined {
  const plain = unpacked(value);
  const text = asText(plain);
  if (text !== undefined) return text;
  const asked = messagesIn(plain).findLast(
    ({ role, text: words }) => role === 'user' && words !== '',
  );
  if (asked !== undefined) return asked.text;
  return fieldOf(plain, QUESTION_KEYS);
}

function fieldOf(value: unknown, keys: readonly string[]): string | undefined {
  const fields: JsonObject = toJsonObject(value);
  for (const key of keys) {
    const found = asText(fields.get(key));
    if (found !== undefined && found !== '') return found;
  }
  return undefined;
}

const DOCUMENT_LISTS = [
  'documents',
  'results',
  'output',
  'source_nodes',
  'nodes',
  'memories',
  'docs',
];
const DOCUMENT_TEXTS = [
  'page_content',
  'pageContent',
  'content',
  'text',
  'memory',
  'document',
  'chunk',
];

/** The documents that the output of a search holds; `undefined` when it holds no list of them. */
export function documentsIn(value: unknown): readonly FoundUnit[] | undefined {
  const plain = unpacked(value);
  if (Array.isArray(plain)) return plain.flatMap((item: unknown) => documentOf(item) ?? []);
  const fields = toJsonObject(plain);
  for (const key of DOCUMENT_LISTS) {
    const list = unpacked(fields.get(key));
    if (Array.isArray(list)) return documentsIn(list);
  }
  return undefined;
}

function documentOf(value: unknown): FoundUnit | undefined {
  if (typeof value === 'string') return { text: value };
  const fields = toJsonObject(value);
  const inner = fields.get('node') ?? fields.get('document');
  if (isObject(inner)) return documentOf({ ...scoreBeside(fields), ...inner });
  const text = fieldOf(value, DOCUMENT_TEXTS);
  if (text === undefined) return undefined;
  const score = fields.get('score');
  return {
    id: asText(fields.get('id')) ?? asText(fields.get('id_')),
    text,
    ...(typeof score === 'number' ? { metadata: { score } } : {}),
  };
}

const scoreBeside = (fields: JsonObject): Readonly<Record<string, unknown>> => {
  const score = fields.get('score');
  return typeof score === 'number' ? { score } : {};
};
