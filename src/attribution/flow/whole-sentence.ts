import type { Span } from './quotes';

// A longer quote is no longer read at a glance; quotes are cut at the same length.
const LONGEST = 300;

/**
 * A span that goes on to the end of its sentence or line, when that is near: a quote that stops in
 * front of the very words in question proves nothing. A span without an end nearby stays as it is.
 */
export function toSentenceEnd(text: string, { start, end }: Span): Span {
  if (end === 0 || /[.!?\n]/.test(text.slice(end - 1, end))) return { start, end };
  const rest = text.slice(end, start + LONGEST);
  const stop = /[.!?](?=\s|$)|\n/.exec(rest);
  if (stop !== null) return { start, end: end + stop.index + (stop[0] === '\n' ? 0 : 1) };
  return end + rest.length < text.length ? { start, end } : { start, end: text.trimEnd().length };
}
