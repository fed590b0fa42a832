/** A run of characters in a string that JSON takes as they are. */
const PLAIN = /[^"\\\u0000-\u001f]*/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
/** What stands between strings, up to the next string or bare word. */
const BETWEEN = /[^"NI-]*/y;
const BARE_NUMBER = /NaN|-?Infinity/y;

/**
 * Rewrites what Python and hand-made files add to JSON, so that `JSON.parse` takes it: bare NaN and
 * infinities become `null`, control characters in strings are escaped, the backslash of an unknown
 * escape goes. Text that is not JSON even so stays wrong. Linear, without backtracking: a record may
 * hold a value of many megabytes.
 */
export function repairJson(text: string): string {
  const parts: string[] = [];
  let i = 0;
  const take = (pattern: RegExp): string => {
    pattern.lastIndex = i;
    const found = pattern.exec(text)?.[0] ?? '';
    i += found.length;
    return found;
  };
  while (i < text.length) {
    parts.push(take(BETWEEN));
    if (text.charAt(i) !== '"') {
      parts.push(take(BARE_NUMBER) === '' ? text.charAt(i++) : 'null');
      continue;
    }
    parts.push('"');
    i++;
    while (i < text.length && text.charAt(i) !== '"') {
      parts.push(take(PLAIN));
      const c = text.charAt(i);
      if (c === '\\') {
        const escape = take(ESCAPE);
        if (escape === '') i++;
        parts.push(escape);
      } else if (c !== '"' && c !== '') {
        parts.push(`\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
        i++;
      }
    }
    parts.push(text.charAt(i++));
  }
  return parts.join('');
}
