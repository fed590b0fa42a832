import { scoreOf } from '../question-rows';
import type { Importer, RowFate, Translation, Workbench } from '../importer';
import { asText, Row } from '../row';
import { SpanBook } from '../spans/span-book';
import { answerIn, documentsIn, messagesIn, shown } from '../spans/spoken';
import { kindOf, timeOf, type SpanScore } from '../spans/span';

/** What is said of a trace, at the top of the file or in `trace`. */
const TRACE_FIELDS = ['id', 'sessionId', 'input', 'output', 'scores', 'expectedOutput'];

/** Exports of Langfuse: a trace with its observations, as its own download and its API write them. */
export const langfuse: Importer = {
  format: 'langfuse',
  name: 'Langfuse export',
  unit: 'observations',
  shapes: [{ top: ['observations'] }],
  plan: {
    rows: [
      ['observations', '[]'],
      ['trace', 'observations', '[]'],
    ],
    fields: TRACE_FIELDS.flatMap((field) => [[field], ['trace', field]]),
  },
  open: (bench) => new LangfuseTranslation(bench),
};

/** Observations of Langfuse by themselves: a list, or one a line. */
export const langfuseObservations: Importer = {
  ...langfuse,
  name: 'Langfuse observations',
  shapes: [{ top: ['traceId', 'type', 'startTime'] }],
  plan: { rows: [[]], fields: [] },
};

class LangfuseTranslation implements Translation {
  private readonly book: SpanBook;
  private readonly fields = new Map<string, unknown>();
  private trace = '';
  private objects = 0;
  private unnamed = 0;

  constructor(bench: Workbench) {
    this.book = new SpanBook(bench);
  }

  row(row: Row): RowFate {
    const trace =
      row.text('traceId') ?? asText(this.fields.get('id')) ?? `trace-${String(this.objects + 1)}`;
    this.trace = trace;
    const id = row.text('id') ?? `observation-${String(++this.unnamed)}`;
    const kind = kindOf(row.text('type'));
    const input = row.get('input');
    const output = row.get('output');
    row.know('endTime', 'createdAt', 'updatedAt', 'projectId', 'environment', 'level');
    return this.book.add({
      id,
      trace,
      parent: row.text('parentObservationId'),
      conversation: asText(this.fields.get('sessionId')),
      name: row.text('name') ?? row.text('type') ?? 'observation',
      kind,
      start: timeOf(row.get('startTime')),
      input: shown(input),
      output: shown(output),
      messages: kind === 'llm' ? messagesIn(input) : [],
      answer: kind === 'llm' ? answerIn(output) : undefined,
      documents: kind === 'retriever' ? (documentsIn(output) ?? []) : undefined,
      model: row.text('model'),
      scores: row.rows('scores').flatMap((score) => spanScore(score) ?? []),
      gold: row.texts('expectedOutput'),
      metadata: row.rest(),
    });
  }

  field(value: unknown, path: readonly string[]): void {
    const key = path.at(-1) ?? '';
    if (value !== null) this.fields.set(key, value);
  }

  endObject(): void {
    this.objects++;
    const { fields } = this;
    if (fields.size > 0) {
      const scores = fields.get('scores');
      this.book.about(asText(fields.get('id')) ?? this.trace, {
        scores: (Array.isArray(scores) ? scores : []).flatMap((score: unknown) => {
          const row = Row.of(score);
          return row === undefined ? [] : (spanScore(row) ?? []);
        }),
        gold: [shown(fields.get('expectedOutput'))].filter((text) => text !== undefined),
        input: fields.get('input'),
        output: fields.get('output'),
        conversation: asText(fields.get('sessionId')),
      });
    }
    fields.clear();
  }

  finish() {
    return this.book.finish();
  }
}

function spanScore(row: Row): SpanScore | undefined {
  const value = scoreOf(row.get('value') ?? row.get('stringValue'));
  if (value === undefined) return undefined;
  return { name: row.text('name') ?? 'score', value, comment: row.text('comment') };
}
