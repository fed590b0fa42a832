/** What Python code writes as text: the encodings that recorded values come in (formats.md §3). */

/** Values that JSON and Python literals share. */
export type Plain =
  string | number | boolean | null | readonly Plain[] | { readonly [key: string]: Plain };

const ESCAPES = new Map([
  ['\\', '\\\\'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
]);

/** `repr(text)`: single quotes unless only the other kind saves an escape; control characters as `\xNN`. */
export function reprText(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const body = Array.from(text, (char) => {
    if (char === quote) return `\\${quote}`;
    const escape = ESCAPES.get(char);
    if (escape !== undefined) return escape;
    const code = char.codePointAt(0) ?? 0;
    const isControl = code < 0x20 || (code >= 0x7f && code <= 0xa0) || code === 0xad;
    return isControl ? `\\x${code.toString(16).padStart(2, '0')}` : char;
  });
  return quote + body.join('') + quote;
}

/** `repr(list)` of a list of strings. */
export const reprList = (items: readonly string[]): string => `[${items.map(reprText).join(', ')}]`;

/** `json.dumps(value)` with Python's default separators, non-ASCII kept, keys in the order given. */
export function jsonLine(value: Plain): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (isList(value)) return `[${value.map(jsonLine).join(', ')}]`;
  const entries = Object.entries(value).map(
    ([key, item]) => `${JSON.stringify(key)}: ${jsonLine(item)}`,
  );
  return `{${entries.join(', ')}}`;
}

/** `json.dumps(value, indent=4, sort_keys=True)`. */
export const jsonBlock = (value: Plain): string => JSON.stringify(sortKeys(value), null, 4);

/** `json.dumps(value, sort_keys=True)` with `\uNNNN` for all that is not ASCII: what content hashes are made of. */
export const jsonToHash = (value: Plain): string =>
  jsonLine(sortKeys(value)).replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

function sortKeys(value: Plain): Plain {
  if (value === null || typeof value !== 'object') return value;
  if (isList(value)) return value.map(sortKeys);
  const sorted = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(sorted.map(([key, item]) => [key, sortKeys(item)]));
}

const isList = (
  value: readonly Plain[] | { readonly [key: string]: Plain },
): value is readonly Plain[] => Array.isArray(value);
