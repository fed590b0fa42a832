const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const MINUS = 0x2d;
const CAPITAL_I = 0x49;
const CAPITAL_N = 0x4e;

const BARE_NUMBER = /NaN|-?Infinity/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const SHORT_ESCAPES: ReadonlySet<number> = new Set(
  Array.from('"\\/bfnrt', (char) => char.charCodeAt(0)),
);

/**
 * Rewrites what Python and hand-made files add to JSON, so that `JSON.parse` takes it: bare NaN and
 * infinities become `null`, control characters in strings are escaped, the backslash of an unknown
 * escape goes. Text that is not JSON even so stays wrong. Linear, without backtracking: a record may
 * hold a value of many megabytes, and what needs no repair is copied in long pieces.
 */
export function repairJson(text: string): string {
  const parts: string[] = [];
  let copied = 0;
  const put = (at: number, instead: string, next: number): void => {
    parts.push(text.slice(copied, at), instead);
    copied = next;
  };
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c === QUOTE) inString = !inString;
    else if (!inString) {
      if (c !== CAPITAL_N && c !== CAPITAL_I && c !== MINUS) continue;
      const length = lengthOf(BARE_NUMBER, text, i);
      if (length === 0) continue;
      put(i, 'null', i + length);
      i += length - 1;
    } else if (c === BACKSLASH) {
      const isShort = SHORT_ESCAPES.has(text.charCodeAt(i + 1));
      const length = isShort ? 2 : lengthOf(ESCAPE, text, i);
      if (length === 0) put(i, '', i + 1);
      else i += length - 1;
    } else if (c < 0x20) put(i, `\\u${c.toString(16).padStart(4, '0')}`, i + 1);
  }
  parts.push(text.slice(copied));
  return parts.join('');
}

/** Length of the match of a sticky pattern at a place, 0 without one. */
function lengthOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0].length ?? 0;
}
