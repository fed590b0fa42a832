import { isObject, toJsonObject } from '../../../json';
import type { Importer } from '../importer';
import { asText, Row } from '../row';
import { flattened, readAttributes } from '../spans/attributes';
import { SpanBook } from '../spans/span-book';
import { timeOf } from '../spans/span';

/** OpenTelemetry spans as OTLP/JSON, whichever convention names their attributes. */
export const otlp: Importer = {
  format: 'otlp',
  name: 'OpenTelemetry spans (OTLP/JSON)',
  unit: 'spans',
  shapes: [{ top: ['resourceSpans'] }],
  plan: {
    rows: [['resourceSpans', '[]', 'scopeSpans', '[]', 'spans', '[]']],
    fields: [],
  },
  open: (bench) => {
    const book = new SpanBook(bench);
    return {
      row: (row) => {
        const trace = row.text('traceId');
        const id = row.text('spanId');
        if (trace === undefined || id === undefined)
          return { skipped: 'It lacks traceId or spanId.' };
        const attributes = Row.of(
          Object.fromEntries(keyValues(row.get('attributes'))),
          'attributes.',
        );
        if (attributes === undefined) return { skipped: 'Its attributes cannot be read.' };
        row.know('endTimeUnixNano', 'flags', 'kind');
        const parts = readAttributes(attributes, undefined);
        const found = documentEvents(row);
        const parent = row.text('parentSpanId');
        return row.adopt(
          attributes,
          book.add({
            ...parts,
            documents: parts.documents ?? found,
            id,
            trace,
            parent: parent === '' ? undefined : parent,
            name: row.text('name') ?? 'span',
            start: timeOf(row.get('startTimeUnixNano')),
          }),
        );
      },
      finish: () => book.finish(),
    };
  },
};

/** OTLP writes attributes as a list of keys with typed values. */
function keyValues(list: unknown): ReadonlyMap<string, unknown> {
  const plain: [string, unknown][] = [];
  for (const entry of Array.isArray(list) ? list : []) {
    const fields = toJsonObject(entry);
    const key = asText(fields.get('key'));
    if (key !== undefined) plain.push([key, typed(fields.get('value'), 0)]);
  }
  return flattened(Object.fromEntries(plain));
}

/** Levels of lists and maps in one attribute. */
const DEEPEST = 16;

function typed(value: unknown, level: number): unknown {
  if (!isObject(value) || level > DEEPEST) return null;
  const fields = toJsonObject(value);
  for (const key of ['stringValue', 'boolValue', 'doubleValue', 'bytesValue'])
    if (fields.has(key)) return fields.get(key);
  const whole = fields.get('intValue');
  if (whole !== undefined) return Number(whole);
  const list = toJsonObject(fields.get('arrayValue')).get('values');
  if (Array.isArray(list)) return list.map((item: unknown) => typed(item, level + 1));
  const map = toJsonObject(fields.get('kvlistValue')).get('values');
  if (!Array.isArray(map)) return null;
  return Object.fromEntries(
    map.flatMap((entry: unknown) => {
      const part = toJsonObject(entry);
      const key = asText(part.get('key'));
      return key === undefined ? [] : [[key, typed(part.get('value'), level + 1)]];
    }),
  );
}

/** OpenLLMetry records what a vector store returned as events of the span. */
function documentEvents(
  row: Row,
): readonly { readonly text: string; readonly id?: string | undefined }[] | undefined {
  const found = row.rows('events').flatMap((event) => {
    event.know('timeUnixNano', 'name', 'attributes');
    const attributes = keyValues(event.get('attributes'));
    const text = asText(attributes.get('db.query.result.document'));
    return text === undefined ? [] : [{ text, id: asText(attributes.get('db.query.result.id')) }];
  });
  return found.length === 0 ? undefined : found;
}
