import { familyAt, FAMILY_LETTERS, termAt, termId, UNNUMBERED } from '../../base/text/lexicon';
import type { PreparedText } from './fact';

/** Texts up to this many tokens are looked through; longer ones get maps of their terms. */
const SHORT = 400;

/** Whether a text is looked through by the numbers of its terms. */
const byNumber = ({ ids, numbered }: PreparedText): boolean => numbered && ids.length <= SHORT;

const NOWHERE: readonly number[] = [];

const termsOfFamilies = new WeakMap<PreparedText, ReadonlyMap<string, readonly string[]>>();

/**
 * The term of a text that says the same as `term`: itself, or a related form that shares its
 * beginning (creative, creativity); `undefined` when there is none. Numbers match only themselves.
 * @param id the number of the term, for those who look for it in many texts
 */
export function findTerm(text: PreparedText, term: string, id = termId(term)): string | undefined {
  if (byNumber(text)) {
    if (id === UNNUMBERED) return findTermByText(text, term);
    if (text.ids.includes(id)) return term;
    const found = findRelated(text, term, id);
    return found === undefined ? undefined : termAt(found);
  }
  return findTermByText(text, term);
}

function findTermByText(text: PreparedText, term: string): string | undefined {
  if (text.terms.has(term)) return term;
  if (term.length < FAMILY_LETTERS || term.startsWith('#')) return undefined;
  return familiesOf(text)
    .get(term.slice(0, FAMILY_LETTERS))
    ?.find((other) => related(term, other));
}

/** The number of the first term of a text that is related to a numbered one. */
function findRelated(
  { ids, families }: PreparedText,
  term: string,
  id: number,
): number | undefined {
  const family = familyAt(id);
  if (family === 0) return undefined;
  for (let at = families.indexOf(family); at >= 0; at = families.indexOf(family, at + 1)) {
    const other = ids[at] ?? 0;
    if (related(term, termAt(other))) return other;
  }
  return undefined;
}

/** Where in a text a term stands, in the order of the text; empty when it does not. */
export function positionsOf(
  text: PreparedText,
  term: string,
  id = termId(term),
): readonly number[] {
  if (!byNumber(text) || id === UNNUMBERED) return text.terms.get(term) ?? NOWHERE;
  const first = text.ids.indexOf(id);
  if (first < 0) return NOWHERE;
  const positions = [first];
  for (let at = text.ids.indexOf(id, first + 1); at >= 0; at = text.ids.indexOf(id, at + 1))
    positions.push(at);
  return positions;
}

/** The first letters of the longer terms of a text to those terms; made when first asked for. */
function familiesOf(text: PreparedText): ReadonlyMap<string, readonly string[]> {
  const known = termsOfFamilies.get(text);
  if (known !== undefined) return known;
  const made = new Map<string, string[]>();
  for (const term of text.terms.keys()) {
    if (term.length < FAMILY_LETTERS || term.startsWith('#')) continue;
    const key = term.slice(0, FAMILY_LETTERS);
    const family = made.get(key);
    if (family === undefined) made.set(key, [term]);
    else family.push(term);
  }
  termsOfFamilies.set(text, made);
  return made;
}

/** Two stems of one word family: most of the shorter one is common, and the endings are short. */
function related(a: string, b: string): boolean {
  const shorter = Math.min(a.length, b.length);
  let common = FAMILY_LETTERS;
  while (common < shorter && a[common] === b[common]) common++;
  return common >= 0.75 * shorter && Math.max(a.length, b.length) - common <= 4;
}
