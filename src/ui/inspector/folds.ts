import type { Span } from '../controllers/address';

/** A stretch of a value: shown, or folded until somebody wants to see it. */
export interface ValuePiece {
  readonly kind: 'text' | 'base64' | 'long';
  readonly start: number;
  readonly end: number;
}

/** Letters and digits in a row that no words are; shorter ones are ids. */
const BASE64 = /[A-Za-z0-9+/_-]{256,}={0,2}/g;
/** A line longer than this is folded after its beginning. */
const LONG_LINE = 4_000;
const KEPT = 800;

/**
 * Takes a value apart into what is read and what is only in the way: encoded bytes and the rest of very
 * long lines. A span that is quoted is never folded away.
 */
export function foldsOf(text: string, marked: Span | undefined): readonly ValuePiece[] {
  const folds: ValuePiece[] = [];
  for (const match of text.matchAll(BASE64))
    folds.push({ kind: 'base64', start: match.index, end: match.index + match[0].length });
  for (let start = 0; start < text.length;) {
    const newLine = text.indexOf('\n', start);
    const end = newLine < 0 ? text.length : newLine;
    if (end - start > LONG_LINE) folds.push({ kind: 'long', start: start + KEPT, end });
    start = end + 1;
  }
  folds.sort((a, b) => a.start - b.start || b.end - a.end);
  const pieces: ValuePiece[] = [];
  let at = 0;
  for (const fold of folds) {
    const isQuoted = marked !== undefined && marked.start < fold.end && marked.end > fold.start;
    if (fold.start < at || isQuoted) continue;
    if (fold.start > at) pieces.push({ kind: 'text', start: at, end: fold.start });
    pieces.push(fold);
    at = fold.end;
  }
  if (at < text.length) pieces.push({ kind: 'text', start: at, end: text.length });
  return pieces;
}
