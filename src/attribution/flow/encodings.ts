/**
 * The ways a piece of text may stand in a recorded value (formats §3): as it is, inside JSON, inside
 * a Python literal, and JSON inside a Python literal. Made one by one: the first is mostly the one.
 */
export function* encodingsOf(piece: string): Generator<string, void, undefined> {
  yield piece;
  // Plain words stand the same way in every encoding.
  if (PLAIN.test(piece)) return;
  const json = JSON.stringify(piece).slice(1, -1);
  yield json;
  yield pythonEscape(piece, false);
  yield pythonEscape(piece, true);
  yield asciiOnly(json);
  yield pythonEscape(json, false);
  yield pythonEscape(json, true);
}

const PLAIN = /^[^\\"'\p{C}\p{Z}\x80-\u{10ffff}]*(?: [^\\"'\p{C}\p{Z}\x80-\u{10ffff}]*)*$/u;

/** JSON as written with `ensure_ascii`. */
const asciiOnly = (json: string): string =>
  json.replace(/[^\x20-\x7e]/g, (unit) => `\\u${hex(unit.charCodeAt(0), 4)}`);

const SHORT: ReadonlyMap<string, string> = new Map([
  ['\\', '\\\\'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
]);

/** The inside of a Python string literal; single quotes are escaped only if the text has both kinds. */
function pythonEscape(text: string, escapeQuote: boolean): string {
  const escaped = text.replace(/[\\\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu, (char) => {
    const short = SHORT.get(char);
    if (short !== undefined) return short;
    const code = char.codePointAt(0) ?? 0;
    if (code <= 0xff) return `\\x${hex(code, 2)}`;
    return code <= 0xffff ? `\\u${hex(code, 4)}` : `\\U${hex(code, 8)}`;
  });
  return escapeQuote ? escaped.replaceAll("'", "\\'") : escaped;
}

const hex = (code: number, width: number): string => code.toString(16).padStart(width, '0');
