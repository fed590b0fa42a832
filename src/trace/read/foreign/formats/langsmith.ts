import { isObject, toJsonObject } from '../../../json';
import type { Importer, RowFate, Translation, Workbench } from '../importer';
import { asText, type Row } from '../row';
import { SpanBook } from '../spans/span-book';
import { answerIn, documentsIn, messagesIn, shown } from '../spans/spoken';
import { kindOf, timeOf, type Span, type SpanScore } from '../spans/span';

/** Runs of LangSmith: a list of them, or one a line. */
export const langsmith: Importer = {
  format: 'langsmith',
  name: 'LangSmith runs',
  unit: 'runs',
  shapes: [{ top: ['run_type', 'trace_id'] }, { top: ['run_type', 'inputs'] }],
  plan: { rows: [[]], fields: [] },
  open: (bench) => new LangSmithTranslation(bench),
};

/** A batch as the SDK of LangSmith sends it: `patch` completes what `post` began. */
export const langsmithBatch: Importer = {
  ...langsmith,
  name: 'LangSmith batch',
  shapes: [{ top: ['post'], inside: ['run_type'] }],
  plan: {
    rows: [
      ['post', '[]'],
      ['patch', '[]'],
    ],
    fields: [],
  },
};

class LangSmithTranslation implements Translation {
  private readonly book: SpanBook;

  constructor(bench: Workbench) {
    this.book = new SpanBook(bench);
  }

  row(row: Row): RowFate {
    const id = row.text('id');
    if (id === undefined) return { skipped: 'It lacks id.' };
    return this.book.add(spanOf(row, id, row.text('trace_id') ?? id));
  }

  finish() {
    return this.book.finish();
  }
}

function spanOf(row: Row, id: string, trace: string): Span {
  const kind = kindOf(row.text('run_type'));
  const inputs = filled(row.get('inputs'));
  const outputs = filled(row.get('outputs'));
  const extra = toJsonObject(toJsonObject(row.get('extra')).get('metadata'));
  row.know('end_time', 'dotted_order', 'serialized', 'events', 'tags', 'attachments', 'session_id');
  const reference =
    row.get('reference_outputs') ?? toJsonObject(row.get('reference_example')).get('outputs');
  return {
    id,
    trace,
    parent: row.text('parent_run_id'),
    conversation: asText(extra.get('session_id')) ?? asText(extra.get('thread_id')),
    name: row.text('name') ?? row.text('run_type') ?? 'run',
    kind,
    start: timeOf(row.get('start_time')),
    input: shown(inputs),
    output: shown(outputs),
    messages: kind === 'llm' ? messagesIn(inputs) : [],
    answer: kind === 'llm' ? answerIn(outputs) : undefined,
    documents: kind === 'retriever' ? (documentsIn(outputs) ?? []) : undefined,
    model: asText(extra.get('ls_model_name')),
    scores: feedback(row.get('feedback_stats')),
    gold: [answerIn(reference)].filter((text) => text !== undefined),
    metadata: row.rest(),
  };
}

/** An empty object stands for "nothing yet". */
const filled = (value: unknown): unknown =>
  isObject(value) && Object.keys(value).length === 0 ? undefined : value;

function feedback(stats: unknown): readonly SpanScore[] {
  return [...toJsonObject(stats)].flatMap(([name, value]) => {
    const average = toJsonObject(value).get('avg');
    return typeof average === 'number' ? [{ name, value: average, comment: undefined }] : [];
  });
}
