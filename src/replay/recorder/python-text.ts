/** What Python code writes as text: the encodings that recorded values come in (formats.md §3). */
import { finiteText, Float, floatText, isPlainList, plainEntries, type Plain } from './plain';

const ESCAPES = new Map([
  ['\\', '\\\\'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
]);

/** `repr(text)`: single quotes unless only the other kind saves an escape; control characters as `\xNN`. */
export function reprText(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const body = text.replace(SPECIAL, (char) => {
    if (char === quote) return `\\${quote}`;
    if (char === '"' || char === "'") return char;
    return ESCAPES.get(char) ?? escapeHidden(char.codePointAt(0) ?? 0);
  });
  return quote + body + quote;
}

/** What Python may escape: quotes, backslashes, controls, and what does not print. */
const SPECIAL =
  /[\\'"\u0000-\u001f\u007f-\u00a0\u00ad]|(?! )[\p{Zl}\p{Zp}\p{Zs}\p{Cf}\p{Cs}\p{Co}\p{Cn}]/gu;

function escapeHidden(code: number): string {
  if (code <= 0xff) return `\\x${code.toString(16).padStart(2, '0')}`;
  return code > 0xffff
    ? `\\U${code.toString(16).padStart(8, '0')}`
    : `\\u${code.toString(16).padStart(4, '0')}`;
}

/** `repr(list)` of a list of strings. */
export const reprList = (items: readonly string[]): string => `[${items.map(reprText).join(', ')}]`;

/** `repr(value)` of strings, numbers, lists and dicts. Values are as deep as the systems make them. */
export function reprValue(value: Plain): string {
  if (value === null) return 'None';
  if (typeof value === 'string') return reprText(value);
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'number')
    return Number.isFinite(value) ? finiteText(value, false) : floatText(value);
  if (value instanceof Float) return floatText(value.value);
  if (isPlainList(value)) return `[${value.map(reprValue).join(', ')}]`;
  const entries = plainEntries(value).map(([key, item]) => `${reprText(key)}: ${reprValue(item)}`);
  return `{${entries.join(', ')}}`;
}

/** `json.dumps(value)` with Python's default separators, non-ASCII kept, keys in the order given. */
export function jsonLine(value: Plain): string {
  const scalar = jsonScalar(value);
  if (scalar !== undefined) return scalar;
  if (value === null || typeof value !== 'object' || value instanceof Float) return 'null';
  if (isPlainList(value)) return `[${value.map(jsonLine).join(', ')}]`;
  const entries = plainEntries(value).map(
    ([key, item]) => `${JSON.stringify(key)}: ${jsonLine(item)}`,
  );
  return `{${entries.join(', ')}}`;
}

/** `json.dumps(value, indent=4, sort_keys=True)`. */
export const jsonBlock = (value: Plain): string => block(value, '\n');

function block(value: Plain, line: string): string {
  const scalar = jsonScalar(value);
  if (scalar !== undefined) return scalar;
  if (value === null || typeof value !== 'object' || value instanceof Float) return 'null';
  const inner = `${line}    `;
  if (isPlainList(value)) {
    if (value.length === 0) return '[]';
    return `[${value.map((item) => inner + block(item, inner)).join(',')}${line}]`;
  }
  const entries = sorted(plainEntries(value));
  if (entries.length === 0) return '{}';
  const lines = entries.map(
    ([key, item]) => `${inner}${JSON.stringify(key)}: ${block(item, inner)}`,
  );
  return `{${lines.join(',')}${line}}`;
}

/** `json.dumps(value, sort_keys=True)` with `\uNNNN` for all that is not ASCII: what content hashes are made of. */
export const jsonToHash = (value: Plain): string =>
  jsonLine(sortKeys(value)).replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

function sortKeys(value: Plain): Plain {
  if (value === null || typeof value !== 'object' || value instanceof Float) return value;
  if (isPlainList(value)) return value.map(sortKeys);
  return new Map(sorted(plainEntries(value)).map(([key, item]) => [key, sortKeys(item)]));
}

const sorted = (
  entries: readonly (readonly [string, Plain])[],
): readonly (readonly [string, Plain])[] => [...entries].sort(([a], [b]) => (a < b ? -1 : 1));

/** Bare NaN and Infinity included, as Python's json writes them. */
function jsonScalar(value: Plain): string | undefined {
  if (value === null) return 'null';
  if (typeof value === 'string' || typeof value === 'boolean') return JSON.stringify(value);
  const isFloat = value instanceof Float;
  if (!isFloat && typeof value !== 'number') return undefined;
  const number = isFloat ? value.value : value;
  if (Number.isNaN(number)) return 'NaN';
  if (!Number.isFinite(number)) return number > 0 ? 'Infinity' : '-Infinity';
  return finiteText(number, isFloat);
}
