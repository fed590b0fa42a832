import { repairJson } from './json-repair';

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * The text that a JSON string token (with its quotes, UTF-8) stands for. Strict JSON takes the
 * native path. What Python and hand-made files add is accepted: control characters as they are, an
 * unknown escape as the character after the backslash. Bytes that are not UTF-8 become U+FFFD.
 */
export function decodeStringToken(token: Uint8Array): string {
  const text = decoder.decode(token);
  return (
    parsedString(text) ??
    parsedString(repairJson(text)) ??
    // The token has no closing quote.
    unescapeLoosely(text.slice(1, text.endsWith('"') && text.length > 1 ? -1 : undefined))
  );
}

function parsedString(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' ? value : undefined;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return undefined;
  }
}

const SHORT_ESCAPES: ReadonlyMap<string, string> = new Map([
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
]);

function unescapeLoosely(text: string): string {
  return text.replace(/\\(?:u([0-9a-fA-F]{4})|([\s\S]))/g, (_, hex?: string, char = '') =>
    hex === undefined
      ? (SHORT_ESCAPES.get(String(char)) ?? String(char))
      : String.fromCharCode(Number.parseInt(hex, 16)),
  );
}
