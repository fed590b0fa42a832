import type { Importer } from '../importer';
import { Row } from '../row';
import { flattened, readAttributes } from '../spans/attributes';
import { SpanBook } from '../spans/span-book';
import { timeOf } from '../spans/span';

/** Single spans with plain attributes, as LangWatch keeps them: `spanName` beside `attributes`. */
export const langwatch: Importer = {
  format: 'span-attributes',
  name: 'LangWatch span attributes',
  unit: 'spans',
  shapes: [{ top: ['spanName', 'attributes'] }],
  plan: { rows: [[]], fields: [] },
  open: (bench) => {
    const book = new SpanBook(bench);
    let count = 0;
    return {
      row: (row) => {
        const name = row.text('spanName');
        const attributes = Row.of(
          Object.fromEntries(flattened(row.get('attributes'))),
          'attributes.',
        );
        if (name === undefined || attributes === undefined)
          return { skipped: 'It lacks spanName or attributes.' };
        count++;
        const id = row.text('spanId') ?? `span-${String(count)}`;
        row.know('scopeName');
        return row.adopt(
          attributes,
          book.add({
            ...readAttributes(attributes, undefined),
            id,
            trace: row.text('traceId') ?? id,
            parent: row.text('parentSpanId'),
            name,
            start: timeOf(row.get('startTimeUnixNano') ?? attributes.get('ai.response.timestamp')),
          }),
        );
      },
      finish: () => book.finish(),
    };
  },
};
