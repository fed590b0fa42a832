import type { FoundUnit } from '../question';

export type SpanKind =
  'llm' | 'retriever' | 'reranker' | 'embedding' | 'tool' | 'agent' | 'chain' | 'other';

/** One message that a model was given or wrote. */
export interface SpokenMessage {
  readonly role: string;
  readonly text: string;
}

/** A number that somebody or something gave an answer. */
export interface SpanScore {
  readonly name: string;
  readonly value: number;
  readonly comment: string | undefined;
}

/** A span as all span formats see it. */
export interface Span {
  readonly id: string;
  readonly parent: string | undefined;
  readonly trace: string;
  /** The conversation it belongs to, if the file says. */
  readonly conversation: string | undefined;
  readonly name: string;
  readonly kind: SpanKind;
  /** Milliseconds since 1970, UTC. */
  readonly start: number | undefined;
  readonly input: string | undefined;
  readonly output: string | undefined;
  /** What a model was given; empty when that is not recorded as messages. */
  readonly messages: readonly SpokenMessage[];
  /** What a model answered, as text. */
  readonly answer: string | undefined;
  /** What a search brought; `undefined` when the span is no search. */
  readonly documents: readonly FoundUnit[] | undefined;
  readonly model: string | undefined;
  readonly scores: readonly SpanScore[];
  readonly gold: readonly string[];
  readonly metadata: Readonly<Record<string, unknown>>;
}

const KINDS: ReadonlyMap<string, SpanKind> = new Map([
  ['llm', 'llm'],
  ['generation', 'llm'],
  ['chat', 'llm'],
  ['completion', 'llm'],
  ['text_completion', 'llm'],
  ['generate_content', 'llm'],
  ['retriever', 'retriever'],
  ['retrieval', 'retriever'],
  ['search_memory', 'retriever'],
  ['reranker', 'reranker'],
  ['embedding', 'embedding'],
  ['embeddings', 'embedding'],
  ['tool', 'tool'],
  ['execute_tool', 'tool'],
  ['agent', 'agent'],
  ['invoke_agent', 'agent'],
  ['create_agent', 'agent'],
  ['chain', 'chain'],
  ['workflow', 'chain'],
  ['task', 'chain'],
  ['span', 'chain'],
]);

/** The kind that a tool's own word stands for. */
export const kindOf = (word: string | undefined): SpanKind =>
  KINDS.get(word?.trim().toLowerCase() ?? '') ?? 'other';

/** A time as milliseconds since 1970: ISO (without a zone: UTC) or nanoseconds; else `undefined`. */
export function timeOf(value: unknown): number | undefined {
  if (typeof value === 'number')
    return Number.isFinite(value) && value > 0 ? scaled(value) : undefined;
  if (typeof value !== 'string' || value === '') return undefined;
  if (/^\d+$/.test(value)) return scaled(Number(value));
  const zoned = /(?:Z|[+-]\d\d:?\d\d)$/i.test(value) ? value : `${value.replace(' ', 'T')}Z`;
  const time = Date.parse(zoned);
  return Number.isNaN(time) ? undefined : time;
}

/** Nanoseconds, microseconds, milliseconds or seconds by their size, as milliseconds. */
function scaled(value: number): number {
  if (value > 1e17) return value / 1e6;
  if (value > 1e14) return value / 1e3;
  if (value > 1e11) return value;
  // Seconds of this century; smaller numbers are nanoseconds of a clock that began at 0.
  return value > 9e8 ? value * 1000 : value / 1e6;
}

/** A span that is told of twice: what came later completes what was there. */
export const completed = (span: Span, later: Span): Span => ({
  ...span,
  conversation: later.conversation ?? span.conversation,
  input: later.input ?? span.input,
  output: later.output ?? span.output,
  messages: later.messages.length > 0 ? later.messages : span.messages,
  answer: later.answer ?? span.answer,
  documents: later.documents ?? span.documents,
  model: later.model ?? span.model,
  scores: later.scores.length > 0 ? later.scores : span.scores,
  gold: later.gold.length > 0 ? later.gold : span.gold,
  metadata: { ...span.metadata, ...later.metadata },
});
