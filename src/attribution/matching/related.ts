import type { PreparedText } from './fact';
import { FAMILY_LETTERS } from './prepare';

/**
 * The term of a text that says the same as `term`: itself, or a related form that shares its
 * beginning (creative, creativity); `undefined` when there is none. Numbers match only themselves.
 */
export function findTerm(text: PreparedText, term: string): string | undefined {
  if (text.terms.has(term)) return term;
  if (term.length < FAMILY_LETTERS || term.startsWith('#')) return undefined;
  const family = text.families.get(term.slice(0, FAMILY_LETTERS));
  return family?.find((other) => related(term, other));
}

/** Two stems of one word family: most of the shorter one is common, and the endings are short. */
function related(a: string, b: string): boolean {
  const shorter = Math.min(a.length, b.length);
  let common = FAMILY_LETTERS;
  while (common < shorter && a[common] === b[common]) common++;
  return common >= 0.75 * shorter && Math.max(a.length, b.length) - common <= 4;
}
