import type { Quote } from '../../cases/verdict';
import type { EvolutionGraph } from '../../graph/evolution-graph';
import type { TextSource } from '../matching/fact';
import { encodingsOf } from './encodings';
import { rawText } from './raw-text';

/** A span of a decoded text, UTF-16 offsets. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

// Long enough to recognise the place, short enough to read at a glance.
const LONGEST = 300;
const START = 120;

/**
 * Quotes for spans of a variable's decoded text: each is the slice of the recorded value that reads
 * the same. A span that the recorded value does not hold in one piece yields its longest line that
 * it does hold, or nothing: a quote is never made up.
 */
export function quoteSpans(
  trace: TextSource,
  node: number,
  spans: readonly Span[],
): readonly Quote[] {
  if (spans.length === 0) return [];
  return quoteTextSpans(trace.graph, node, trace.text(node), spans);
}

/** The same for a text that was read out of the variable's value in another way than `trace.text`. */
export function quoteTextSpans(
  graph: EvolutionGraph,
  node: number,
  text: string,
  spans: readonly Span[],
): readonly Quote[] {
  const raw = rawText(graph, node);
  const variable = graph.nodeId(node);
  return spans.flatMap((span) => {
    const found = locate(raw, text, shorten(text, span));
    if (found === undefined) return [];
    return [{ variable, ...found, text: raw.slice(found.start, found.end) }];
  });
}

/** A quote of the first words of a variable, to show what is there instead of the fact. */
export function quoteStart(trace: TextSource, node: number): readonly Quote[] {
  const text = trace.text(node);
  const start = text.search(/\S/);
  if (start < 0) return [];
  return quoteSpans(trace, node, [{ start, end: wordEnd(text, start + START) }]);
}

/** The end of the word that `at` falls into; never inside a surrogate pair. */
function wordEnd(text: string, at: number): number {
  if (at >= text.length) return text.trimEnd().length;
  const space = text.slice(at, at + 40).search(/\s/);
  return space < 0 ? outsidePair(text, at) : at + space;
}

const outsidePair = (text: string, at: number): number =>
  /[\uD800-\uDBFF]/.test(text.slice(at - 1, at)) ? at - 1 : at;

function shorten(text: string, span: Span): Span {
  if (span.end - span.start <= LONGEST) return span;
  return { start: span.start, end: wordEnd(text, span.start + LONGEST) };
}

function locate(raw: string, text: string, span: Span): Span | undefined {
  const whole = locatePiece(raw, text, span);
  if (whole !== undefined) return whole;
  // Leaves of a JSON value are joined by line breaks that the recorded value does not have.
  const lines = linesOf(text, span).sort((a, b) => b.end - b.start - (a.end - a.start));
  for (const line of lines) {
    const piece = locatePiece(raw, text, line);
    if (piece !== undefined) return piece;
  }
  return undefined;
}

function linesOf(text: string, span: Span): Span[] {
  const lines: Span[] = [];
  let start = span.start;
  while (start < span.end) {
    const at = text.indexOf('\n', start);
    const end = at < 0 ? span.end : Math.min(at, span.end);
    if (end > start) lines.push({ start, end });
    start = end + 1;
  }
  return lines;
}

function locatePiece(raw: string, text: string, span: Span): Span | undefined {
  const piece = text.slice(span.start, span.end);
  if (piece === '') return undefined;
  const before = occurrences(text, piece, span.start);
  for (const encoded of encodingsOf(piece)) {
    const start = nth(raw, encoded, before);
    if (start >= 0) return { start, end: start + encoded.length };
  }
  return undefined;
}

/** How often a piece occurs in a text before an offset. */
function occurrences(text: string, piece: string, until: number): number {
  let count = 0;
  for (let at = text.indexOf(piece); at >= 0 && at < until; at = text.indexOf(piece, at + 1))
    count++;
  return count;
}

/** Where the n-th occurrence (from 0) starts, else the last one; -1 when there is none. */
function nth(raw: string, encoded: string, n: number): number {
  let found = raw.indexOf(encoded);
  for (let i = 0; i < n && found >= 0; i++) {
    const next = raw.indexOf(encoded, found + 1);
    if (next < 0) break;
    found = next;
  }
  return found;
}
