import { eachWord, termOf } from './words';
import type { Phrase } from './wanted';

/** A range of a text, UTF-16 units. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

/** Where phrases stand in a text, in order and without overlap; at most `most` of them. */
export function spansOf(text: string, phrases: readonly Phrase[], most: number): TextSpan[] {
  const starts: number[] = [];
  const ends: number[] = [];
  const terms: string[] = [];
  eachWord(text, (start, end) => {
    starts.push(start);
    ends.push(end);
    terms.push(termOf(text.slice(start, end)));
  });
  const spans: TextSpan[] = [];
  for (let at = 0; at < terms.length && spans.length < most; at++) {
    const first = phrases.find((phrase) => standsAt(terms, at, phrase));
    if (first === undefined) continue;
    const last = at + first.terms.length - 1;
    spans.push({ start: starts[at] ?? 0, end: ends[last] ?? 0 });
    at = last;
  }
  return spans;
}

function standsAt(
  terms: readonly string[],
  at: number,
  { terms: wanted, isOpen }: Phrase,
): boolean {
  return wanted.every((term, i) => {
    const here = terms[at + i];
    const isLast = i === wanted.length - 1;
    return isOpen && isLast ? here?.startsWith(term) === true : here === term;
  });
}

/** Where a pattern stands in a text; empty matches are left out. */
export function matchesOf(text: string, pattern: RegExp, most: number): TextSpan[] {
  const spans: TextSpan[] = [];
  for (const match of text.matchAll(pattern)) {
    if (match[0] === '') continue;
    spans.push({ start: match.index, end: match.index + match[0].length });
    if (spans.length >= most) break;
  }
  return spans;
}
