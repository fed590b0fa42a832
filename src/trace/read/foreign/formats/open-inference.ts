import type { Importer } from '../importer';
import { Row } from '../row';
import { flattened, readAttributes } from '../spans/attributes';
import { SpanBook } from '../spans/span-book';
import { timeOf, type SpanScore } from '../spans/span';

/** Spans as Phoenix writes them (OpenInference): a list of them, or one a line. */
export const openInference: Importer = {
  format: 'openinference',
  name: 'Phoenix spans (OpenInference)',
  unit: 'spans',
  shapes: [{ top: ['span_kind', 'context'] }, { top: ['span_kind', 'context.span_id'] }],
  plan: { rows: [[]], fields: [] },
  open: (bench) => {
    const book = new SpanBook(bench);
    return {
      row: (row) => {
        const context = row.row('context');
        const trace = context?.text('trace_id') ?? row.text('context.trace_id', 'trace_id');
        const id = context?.text('span_id') ?? row.text('context.span_id', 'span_id');
        if (trace === undefined || id === undefined)
          return { skipped: 'It lacks context.trace_id or context.span_id.' };
        const attributes = Row.of(Object.fromEntries(attributesOf(row)), 'attributes.');
        if (attributes === undefined) return { skipped: 'Its attributes cannot be read.' };
        row.know('id', 'end_time', 'status_message', 'events', 'status_code');
        const parts = readAttributes(attributes, row.text('span_kind'));
        const scores = row.rows('annotations').flatMap((annotation) => scoreOf(annotation) ?? []);
        return row.adopt(
          attributes,
          book.add({
            ...parts,
            scores: [...parts.scores, ...scores],
            id,
            trace,
            parent: row.text('parent_id'),
            name: row.text('name') ?? 'span',
            start: timeOf(row.get('start_time')),
          }),
        );
      },
      finish: () => book.finish(),
    };
  },
};

/** The same in named lists: one list of spans a scenario, for example. */
export const openInferenceGroups: Importer = {
  ...openInference,
  name: 'Phoenix spans in groups (OpenInference)',
  shapes: [{ inside: ['span_kind', 'context', 'trace_id'] }],
  plan: { rows: [['*', '[]']], fields: [] },
};

/** Attributes in an object, or as columns `attributes.…` of a data frame. */
function attributesOf(row: Row): ReadonlyMap<string, unknown> {
  const own = row.get('attributes');
  if (own !== undefined) return flattened(own);
  const columns: [string, unknown][] = [];
  for (const [key, value] of row.fields) {
    if (!key.startsWith('attributes.')) continue;
    row.know(key);
    columns.push([key.slice('attributes.'.length), value]);
  }
  return flattened(Object.fromEntries(columns));
}

function scoreOf(annotation: Row): SpanScore | undefined {
  const result = annotation.row('result');
  const value = result?.number('score');
  if (value === undefined) return undefined;
  return {
    name: annotation.text('name') ?? 'annotation',
    value,
    comment: result?.text('explanation', 'label'),
  };
}
