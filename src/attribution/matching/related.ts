import type { PreparedText } from './fact';

/** Letters that related words share at least (creative, creativity). */
const FAMILY_LETTERS = 5;

const families = new WeakMap<PreparedText, ReadonlyMap<string, readonly string[]>>();

/**
 * The term of a text that says the same as `term`: itself, or a related form that shares its
 * beginning (creative, creativity); `undefined` when there is none. Numbers match only themselves.
 */
export function findTerm(text: PreparedText, term: string): string | undefined {
  if (text.terms.has(term)) return term;
  if (term.length < FAMILY_LETTERS || term.startsWith('#')) return undefined;
  return familiesOf(text)
    .get(term.slice(0, FAMILY_LETTERS))
    ?.find((other) => related(term, other));
}

/** The first letters of the longer terms of a text to those terms; made when first asked for. */
function familiesOf(text: PreparedText): ReadonlyMap<string, readonly string[]> {
  const known = families.get(text);
  if (known !== undefined) return known;
  const made = new Map<string, string[]>();
  for (const term of text.terms.keys()) {
    if (term.length < FAMILY_LETTERS || term.startsWith('#')) continue;
    const key = term.slice(0, FAMILY_LETTERS);
    const family = made.get(key);
    if (family === undefined) made.set(key, [term]);
    else family.push(term);
  }
  families.set(text, made);
  return made;
}

/** Two stems of one word family: most of the shorter one is common, and the endings are short. */
function related(a: string, b: string): boolean {
  const shorter = Math.min(a.length, b.length);
  let common = FAMILY_LETTERS;
  while (common < shorter && a[common] === b[common]) common++;
  return common >= 0.75 * shorter && Math.max(a.length, b.length) - common <= 4;
}
