const SIMPLE: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };
const ESCAPE = /\\(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|([^ux]))/g;

/**
 * A piece of a recorded value for reading: values are mostly Python or JSON literals, so the
 * escapes of both are written out. A piece cut in the middle of an escape keeps it.
 */
export function readable(piece: string): string {
  if (!piece.includes('\\')) return piece;
  return piece.replace(ESCAPE, (whole, unicode?: string, hex?: string, simple?: string) => {
    const code = unicode ?? hex;
    if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
    return simple === undefined ? whole : (SIMPLE[simple] ?? simple);
  });
}

/**
 * Where a quoted span of the raw text stands in the decoded text: the occurrence with the same
 * number, or `undefined` when decoding rewrote it.
 * @param raw a window of the raw value; `start` and `end` count from its beginning
 */
export function spanInDecoded(
  raw: string,
  decoded: string,
  start: number,
  end: number,
): { readonly start: number; readonly end: number } | undefined {
  const quoted = raw.slice(start, end);
  if (quoted === '') return undefined;
  const nth = occurrencesBefore(raw, quoted, start);
  for (const text of [readable(quoted), quoted]) {
    const at = nthIndexOf(decoded, text, nth);
    if (at >= 0) return { start: at, end: at + text.length };
  }
  return undefined;
}

function occurrencesBefore(text: string, part: string, before: number): number {
  let n = 0;
  for (let at = text.indexOf(part); at >= 0 && at < before; at = text.indexOf(part, at + 1)) n++;
  return n;
}

/** The place of occurrence `nth` from 0, or of the last one when there are fewer; -1 without any. */
function nthIndexOf(text: string, part: string, nth: number): number {
  let found = -1;
  for (let n = 0; n <= nth; n++) {
    const next = text.indexOf(part, found + 1);
    if (next < 0) break;
    found = next;
  }
  return found;
}
