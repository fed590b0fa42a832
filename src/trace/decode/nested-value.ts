import type { DecodedNode } from './decoded';
import { decodeValue } from './decode-value';

/** A stretch of a text that is itself a value, and its tree (ranges counted from `start`). */
export interface NestedValue {
  readonly start: number;
  /** The stretch with the fence around it: the text outside is prose. */
  readonly outerStart: number;
  readonly outerEnd: number;
  readonly node: DecodedNode;
}

const FENCE = /```[\w-]*[ \t]*\r?\n?([\s\S]*?)```/g;

/**
 * The values written inside a text: the whole text when it is an object or a list, otherwise every
 * fenced block that is one. Models answer with JSON in fences; the recorded value holds it as text.
 */
export function nestedValues(text: string): readonly NestedValue[] {
  const whole = containerAt(text, 0, text.length);
  if (whole !== undefined) return [whole];
  if (!text.includes('```')) return [];
  const found: NestedValue[] = [];
  for (const match of text.matchAll(FENCE)) {
    const body = match[1] ?? '';
    const start = match.index + match[0].length - 3 - body.length;
    const value = containerAt(text, start, start + body.length);
    if (value !== undefined)
      found.push({ ...value, outerStart: match.index, outerEnd: match.index + match[0].length });
  }
  return found;
}

/** The object or list that fills a stretch of text, white space apart. */
function containerAt(text: string, from: number, to: number): NestedValue | undefined {
  let start = from;
  let end = to;
  while (start < end && isSpace(text.charCodeAt(start))) start++;
  while (end > start && isSpace(text.charCodeAt(end - 1))) end--;
  const open = text.charAt(start);
  const close = text.charAt(end - 1);
  if (!((open === '{' && close === '}') || (open === '[' && close === ']'))) return undefined;
  const { node } = decodeValue(text.slice(start, end));
  return node.type === 'object' || node.type === 'list'
    ? { start, outerStart: from, outerEnd: to, node }
    : undefined;
}

function isSpace(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d);
}
