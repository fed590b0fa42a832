import { isFloat, isPlainList, plainEntries, type Plain } from './plain';
import type { Metadata } from './records';
import { jsonLine } from './python-text';

/**
 * The text of an export in pieces of one record each, as `json.dumps(…, indent=4, ensure_ascii=False)`
 * writes it: keys in the order given.
 */
export function* exportText(
  header: Readonly<Record<string, Plain>>,
  lists: Readonly<Record<string, readonly Metadata[]>>,
): Iterable<string> {
  yield '{\n';
  for (const [key, value] of Object.entries(header))
    yield `    ${JSON.stringify(key)}: ${indented(value, '\n    ')},\n`;
  yield '    "data": {';
  let isFirst = true;
  for (const [kind, records] of Object.entries(lists)) {
    yield `${isFirst ? '' : ','}\n        ${JSON.stringify(kind)}: [`;
    isFirst = false;
    for (const [i, record] of records.entries()) {
      const before = i === 0 ? '' : ',';
      yield `${before}\n            ${indented(record, '\n            ')}`;
    }
    yield records.length === 0 ? ']' : '\n        ]';
  }
  yield '\n    }\n}';
}

function indented(value: Plain, line: string): string {
  if (value === null || typeof value !== 'object' || isFloat(value)) return jsonLine(value);
  const inner = `${line}    `;
  const parts = isPlainList(value)
    ? value.map((item) => inner + indented(item, inner))
    : plainEntries(value).map(
        ([key, item]) => `${inner}${JSON.stringify(key)}: ${indented(item, inner)}`,
      );
  const [open, close] = isPlainList(value) ? ['[', ']'] : ['{', '}'];
  return parts.length === 0 ? `${open}${close}` : `${open}${parts.join(',')}${line}${close}`;
}
