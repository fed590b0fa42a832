/*
 * Numbers for terms, so that texts are compared by numbers: a number is found in a list several times
 * faster than a string in a map, and a list is made several times faster.
 */

/** Letters that related words share at least (creative, creativity). */
export const FAMILY_LETTERS = 5;

/** What a term is numbered with that the lexicon has no room for; such terms are compared as strings. */
export const UNNUMBERED = -1;

// Past any natural vocabulary. Numbers are never given twice, so a full lexicon takes no more terms.
const ROOM = 1_000_000;

const numbers = new Map<string, number>();
const terms: string[] = [''];
const families = new Map<string, number>();
const familyOf: number[] = [0];

/** The number of a term, from 1; `UNNUMBERED` once the lexicon is full. */
export function termId(term: string): number {
  const known = numbers.get(term);
  if (known !== undefined) return known;
  if (terms.length > ROOM) return UNNUMBERED;
  const id = terms.length;
  numbers.set(term, id);
  terms.push(term);
  familyOf.push(newFamily(term));
  return id;
}

/** The term with a number. */
export const termAt = (id: number): string => terms[id] ?? '';

/** The number of the first letters of a numbered term; 0 when it is too short, or a number. */
export const familyAt = (id: number): number => familyOf[id] ?? 0;

function newFamily(term: string): number {
  if (term.length < FAMILY_LETTERS || term.startsWith('#')) return 0;
  const letters = term.slice(0, FAMILY_LETTERS);
  const known = families.get(letters);
  if (known !== undefined) return known;
  families.set(letters, families.size + 1);
  return families.size;
}
