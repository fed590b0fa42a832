import type { Fact, PreparedText } from './fact';
import type { Names } from './participants';
import { isLight, type Wanted } from './wanted';

const THEY = /\b(?:them|they|he|him|she)\b/i;
const WE = /\b(?:we|us)\b/i;

/** The question's own words, less those of the answer, and how the message points at them. */
export function tiesOf(
  wanted: Wanted,
  content: PreparedText,
  text: string,
  names: Names,
): Pick<Fact, 'ties' | 'pointsAt'> {
  const ties = [...wanted.question.terms].flatMap(([term, positions]) =>
    term === 'not' ||
    term.startsWith('#') ||
    isLight(wanted.question, positions[0] ?? 0) ||
    wanted.gold.terms.has(term) ||
    names.speaker.includes(term) ||
    names.others.includes(term)
      ? []
      : [term],
  );
  const unsaid = ties.some((term) => !content.terms.has(term));
  const pointsAt = !unsaid
    ? undefined
    : THEY.test(text)
      ? 'things'
      : WE.test(text)
        ? 'company'
        : undefined;
  return { ties, pointsAt };
}
