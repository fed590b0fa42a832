import type { TextTable } from '../../trace/columns';
import { textAt } from '../text-table';

/**
 * Where every word of a trace occurs. Documents are variables and operations in the order in which
 * they happened, so that whatever is found comes in that order by itself. Structured-cloneable.
 */
export interface SearchIndex {
  /** Bumped when the layout changes: an older index is built again. */
  readonly layout: 1;
  /** Document → number of a variable or operation (`foundOf`). */
  readonly documents: Uint32Array;
  /** The distinct words, sorted by UTF-16 units. */
  readonly terms: TextTable;
  /** Byte range of each term in `postings`; one entry more than there are terms. */
  readonly starts: Uint32Array;
  /**
   * For each occurrence of a term two numbers, seven bits a byte, lowest first: how many documents
   * after the occurrence before (0: the same one), and the position in the document or how far
   * after the occurrence before in the same one.
   */
  readonly postings: Uint8Array;
}

export const INDEX_LAYOUT = 1;

/** Occurrences of a word: document and position of each, in order. */
export interface Occurrences {
  readonly documents: Uint32Array;
  readonly positions: Uint32Array;
}

/** Number of the first term that is not before `text`; may be the number of terms. */
export function lowerBound({ terms }: SearchIndex, text: string): number {
  let low = 0;
  let high = terms.starts.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (textAt(terms, middle) < text) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The number of a term, or `undefined` when the word occurs nowhere. */
export function termNumber(index: SearchIndex, text: string): number | undefined {
  const at = lowerBound(index, text);
  return at < index.terms.starts.length - 1 && textAt(index.terms, at) === text ? at : undefined;
}

/** Numbers `from … to` (exclusive) of the terms that begin with a text. */
export function termsStartingWith(
  index: SearchIndex,
  text: string,
): { readonly from: number; readonly to: number } {
  // No word holds the last code unit, so this is after every word that begins with `text`.
  return { from: lowerBound(index, text), to: lowerBound(index, `${text}\uffff`) };
}

/** Every occurrence of a term. */
export function occurrencesOf(index: SearchIndex, term: number): Occurrences {
  const { postings, starts } = index;
  const end = starts[term + 1] ?? 0;
  // At least two bytes each.
  const most = (end - (starts[term] ?? 0)) >> 1;
  const documents = new Uint32Array(most);
  const positions = new Uint32Array(most);
  let at = starts[term] ?? 0;
  const read = (): number => {
    let value = 0;
    let shift = 0;
    for (;;) {
      const byte = postings[at++] ?? 0;
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
      shift += 7;
    }
  };
  let count = 0;
  let document = -1;
  let position = 0;
  while (at < end) {
    const step = read();
    position = step === 0 ? position + read() : read();
    document += step;
    documents[count] = document;
    positions[count] = position;
    count++;
  }
  return { documents: documents.subarray(0, count), positions: positions.subarray(0, count) };
}
