import { isObject, toJsonObject, type JsonObject } from '../../../json';
import type { FoundUnit } from '../question';
import { asText, type Row } from '../row';
import { answerIn, documentsIn, messagesIn, shown } from './spoken';
import { kindOf, type Span, type SpanKind, type SpanScore, type SpokenMessage } from './span';

/** Attributes looked at of one span, and levels of nested ones that are flattened. */
const MOST = 20_000;
const LEVELS = 8;

/** What the attributes of a span say, in the words of any of the known conventions. */
export type AttributeParts = Pick<
  Span,
  'kind' | 'conversation' | 'input' | 'output' | 'messages' | 'answer' | 'documents' | 'model'
> &
  Pick<Span, 'scores' | 'gold' | 'metadata'>;

/** Nested attributes (`{llm: {model_name: …}}`) under their dotted names, beside flat ones. */
export function flattened(value: unknown): JsonObject {
  const flat = new Map<string, unknown>();
  const waiting: { readonly prefix: string; readonly value: unknown; readonly level: number }[] = [
    { prefix: '', value, level: 0 },
  ];
  for (let next = waiting.pop(); next !== undefined && flat.size < MOST; next = waiting.pop()) {
    const { prefix, level } = next;
    const entries = Array.isArray(next.value)
      ? next.value.map((item: unknown, i): [string, unknown] => [String(i), item])
      : [...toJsonObject(next.value)];
    const deeper: typeof waiting = [];
    for (const [key, item] of entries) {
      const name = prefix === '' ? key : `${prefix}.${key}`;
      const isList = Array.isArray(item) && item.some((part: unknown) => isObject(part));
      if (level < LEVELS && (isObject(item) || isList))
        deeper.push({ prefix: name, value: item, level: level + 1 });
      else if (item !== null && flat.size < MOST) flat.set(name, item);
    }
    waiting.push(...deeper.reverse());
  }
  return flat;
}

/** Reads flat attributes: OpenInference, OpenTelemetry `gen_ai.*`, OpenLLMetry, the Vercel AI SDK. */
export function readAttributes(row: Row, spanKind: string | undefined): AttributeParts {
  const kind = kindIn(row, spanKind);
  const input = shown(
    firstOf(row, [
      'input.value',
      'traceloop.entity.input',
      'gen_ai.tool.call.arguments',
      'gen_ai.retrieval.query.text',
      'ai.prompt',
      'langfuse.observation.input',
    ]),
  );
  const output = shown(
    firstOf(row, [
      'output.value',
      'traceloop.entity.output',
      'gen_ai.tool.call.result',
      'ai.response.text',
      'ai.toolCall.result',
      'langfuse.observation.output',
    ]),
  );
  row.know('input.mime_type', 'output.mime_type', 'openinference.span.kind');
  const wrote = outputMessages(row).findLast(({ text }) => text !== '')?.text;
  return {
    kind,
    conversation: row.text(
      'session.id',
      'gen_ai.conversation.id',
      'langfuse.session.id',
      'ai.telemetry.metadata.sessionId',
    ),
    input,
    output,
    messages: inputMessages(row),
    answer:
      wrote ?? row.text('ai.response.text') ?? (kind === 'llm' ? answerIn(output) : undefined),
    documents: documentsOf(row, kind, output),
    model: row.text(
      'llm.model_name',
      'gen_ai.response.model',
      'gen_ai.request.model',
      'ai.model.id',
    ),
    scores: scoresIn(row),
    gold: row.texts('expected_output'),
    metadata: row.rest(),
  };
}

function firstOf(row: Row, keys: readonly string[]): unknown {
  let found: unknown;
  for (const key of keys) found ??= row.get(key);
  return found;
}

function kindIn(row: Row, spanKind: string | undefined): SpanKind {
  const words = [
    spanKind,
    row.text('openinference.span.kind'),
    row.text('gen_ai.operation.name'),
    row.text('traceloop.span.kind'),
    row.text('llm.request.type'),
  ];
  for (const word of words) if (kindOf(word) !== 'other') return kindOf(word);
  if (row.text('ai.operationId')?.startsWith('ai.toolCall') === true) return 'tool';
  const asked = [...row.fields.keys()].some((key) =>
    /^(?:gen_ai\.prompt\.|llm\.input_messages\.|ai\.prompt\.messages)/.test(key),
  );
  return asked ? 'llm' : 'other';
}

/** The messages of `prefix.0.role`, `prefix.0.content`, … in order. */
function numbered(
  row: Row,
  prefix: string,
  role: RegExp,
  content: RegExp,
): readonly SpokenMessage[] {
  const found = new Map<number, { role: string; texts: string[] }>();
  for (const [key, value] of row.fields) {
    if (!key.startsWith(prefix)) continue;
    const [, digits = '', rest = ''] = /^(\d{1,6})\.(.+)$/.exec(key.slice(prefix.length)) ?? [];
    if (digits === '') continue;
    row.know(key);
    const entry = found.get(Number(digits)) ?? { role: '', texts: [] };
    found.set(Number(digits), entry);
    const text = asText(value);
    if (text === undefined) continue;
    if (role.test(rest)) entry.role = text;
    else if (content.test(rest)) entry.texts.push(text);
  }
  return [...found]
    .sort(([a], [b]) => a - b)
    .map(([, entry]) => ({ role: entry.role, text: entry.texts.join('\n') }));
}

function inputMessages(row: Row): readonly SpokenMessage[] {
  const openInference = numbered(row, 'llm.input_messages.', /^message\.role$/, MESSAGE_TEXT);
  if (openInference.length > 0) return openInference;
  const openLlmetry = numbered(row, 'gen_ai.prompt.', /^role$/, /^content$/);
  if (openLlmetry.length > 0) return openLlmetry;
  const system = messagesIn(row.get('gen_ai.system_instructions')).map(({ text }) => text);
  const systemTexts = system.length > 0 ? system : partsOf(row.get('gen_ai.system_instructions'));
  return [
    ...systemTexts.map((text) => ({ role: 'system', text })),
    ...messagesIn(row.get('gen_ai.input.messages')),
    ...messagesIn(row.get('ai.prompt.messages')),
  ];
}

const MESSAGE_TEXT = /^message\.(?:content|contents\.\d+\.message_content\.text)$/;

function outputMessages(row: Row): readonly SpokenMessage[] {
  return [
    ...numbered(row, 'llm.output_messages.', /^message\.role$/, MESSAGE_TEXT),
    ...numbered(row, 'gen_ai.completion.', /^role$/, /^content$/),
    ...messagesIn(row.get('gen_ai.output.messages')),
  ];
}

/** Instructions are a list of parts without a role. */
function partsOf(value: unknown): readonly string[] {
  return (documentsIn(value) ?? []).map(({ text }) => text);
}

const DOCUMENTS = ['retrieval.documents.', 'reranker.output_documents.'];

function documentsOf(
  row: Row,
  kind: SpanKind,
  output: string | undefined,
): readonly FoundUnit[] | undefined {
  for (const prefix of DOCUMENTS) {
    const found = numberedDocuments(row, prefix);
    if (found.length > 0) return found;
  }
  const listed = documentsIn(row.get('gen_ai.retrieval.documents'));
  if (listed !== undefined) return listed;
  return kind === 'retriever' ? (documentsIn(output) ?? []) : undefined;
}

function numberedDocuments(row: Row, prefix: string): readonly FoundUnit[] {
  const found = new Map<number, Map<string, unknown>>();
  for (const [key, value] of row.fields) {
    if (!key.startsWith(prefix)) continue;
    const [, digits = '', rest = ''] =
      /^(\d{1,6})\.document\.(.+)$/.exec(key.slice(prefix.length)) ?? [];
    if (digits === '') continue;
    row.know(key);
    const entry = found.get(Number(digits)) ?? new Map<string, unknown>();
    found.set(Number(digits), entry.set(rest, value));
  }
  return [...found]
    .sort(([a], [b]) => a - b)
    .flatMap(([, entry]) => {
      const text = asText(entry.get('content'));
      const score = entry.get('score');
      if (text === undefined) return [];
      return [
        {
          id: asText(entry.get('id')),
          text,
          ...(typeof score === 'number' ? { metadata: { score } } : {}),
        },
      ];
    });
}

function scoresIn(row: Row): readonly SpanScore[] {
  const value = row.number('gen_ai.evaluation.score.value');
  if (value === undefined) return [];
  const name = row.text('gen_ai.evaluation.name') ?? 'evaluation';
  return [{ name, value, comment: row.text('gen_ai.evaluation.explanation') }];
}
