import { termsOf } from './words';

/** Words that must follow each other. */
export interface Phrase {
  readonly terms: readonly string[];
  /** Whether the last word may go on: it was written with a `*`. */
  readonly isOpen: boolean;
}

const PIECES = /"([^"]*)"?|(\S+)/gu;

/**
 * Reads a search text. Words may stand anywhere in what is found, but all of them; "words in
 * quotes" and the pieces of one id follow each other; `supp*` is any word that begins like this.
 */
export function readSearch(text: string): readonly Phrase[] {
  const phrases: Phrase[] = [];
  for (const [, quoted, bare] of text.matchAll(PIECES)) {
    const piece = quoted ?? bare ?? '';
    const terms = termsOf(piece);
    if (terms.length > 0) phrases.push({ terms, isOpen: piece.trimEnd().endsWith('*') });
  }
  return phrases;
}
