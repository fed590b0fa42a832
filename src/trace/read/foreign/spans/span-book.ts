import type { Ending, RowFate, Workbench } from '../importer';
import { UniqueNames } from '../question';
import { completed, type Span, type SpanScore } from './span';
import { writeTrace } from './write-trace';

/** Spans and their texts held at once: a trace can be written only when all of its spans are known. */
const MOST_SPANS = 500_000;
const MOST_CHARS = 400_000_000;

/** What a file says about a whole trace, beside its spans. */
export interface TraceFacts {
  readonly scores?: readonly SpanScore[];
  readonly gold?: readonly string[];
  readonly input?: unknown;
  readonly output?: unknown;
  readonly conversation?: string | undefined;
}

/** Gathers the spans of a file and writes them trace by trace. */
export class SpanBook {
  private readonly traces = new Map<string, Span[]>();
  /** Where in its trace a span stands. */
  private readonly known = new Map<string, number>();
  private readonly facts = new Map<string, TraceFacts>();
  private chars = 0;

  constructor(private readonly bench: Workbench) {}

  /** Takes a span; one that was given before is completed by what this one says beyond it. */
  add(span: Span): RowFate {
    const key = `${span.trace}\n${span.id}`;
    this.chars += sizeOf(span);
    if (this.known.size >= MOST_SPANS || this.chars > MOST_CHARS)
      return { skipped: 'The file holds more spans than fit into memory: split it by trace.' };
    const at = this.known.get(key);
    const spans = this.traces.get(span.trace) ?? [];
    const before = at === undefined ? undefined : spans[at];
    if (at !== undefined && before !== undefined) {
      spans[at] = completed(before, span);
      return 'repeated';
    }
    this.traces.set(span.trace, spans);
    this.known.set(key, spans.push(span) - 1);
    return 'read';
  }

  about(trace: string, facts: TraceFacts): void {
    this.facts.set(trace, { ...this.facts.get(trace), ...facts });
  }

  finish(): Ending {
    let withContext = 0;
    let questions = 0;
    let timed = false;
    const names = new UniqueNames();
    const conversations = new Set<string>();
    for (const [trace, spans] of this.traces) {
      const written = writeTrace(this.bench, trace, spans, this.facts.get(trace) ?? {}, names);
      questions += written.question ? 1 : 0;
      withContext += written.hasContext ? 1 : 0;
      timed ||= spans.some(({ start }) => start !== undefined);
      if (written.conversation !== undefined) conversations.add(written.conversation);
    }
    const [user, ...others] = conversations;
    return {
      reach: withContext > 0 ? 'retrieval-or-answer' : questions > 0 ? 'judge-only' : 'look-only',
      timed,
      notes: notesOf(this.traces.size, questions),
      user: others.length === 0 ? user : undefined,
    };
  }
}

function notesOf(traces: number, questions: number): readonly string[] {
  if (questions === traces) return [];
  const without = traces - questions;
  return [
    `${String(without)} of ${String(traces)} traces hold no question that a model was asked: only their operations are shown.`,
  ];
}

const sizeOf = ({ input, output, answer, messages, documents = [] }: Span): number =>
  [
    input,
    output,
    answer,
    ...messages.map(({ text }) => text),
    ...documents.map(({ text }) => text),
  ].reduce((sum, text) => sum + (text?.length ?? 0), 256);
