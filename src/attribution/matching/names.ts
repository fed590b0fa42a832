import type { PreparedText, Title } from './fact';

// Up to sixty characters in quotation marks; a single mark must not be an apostrophe.
const QUOTED =
  /["“«]([^"”»\n]{2,60})["”»]|(?<![\p{L}\p{N}])['‘]([^'’\n]{2,60})['’](?![\p{L}\p{N}])/gu;

// Most texts have none, and the search for pairs costs more.
const QUOTE_SIGN = /["“«'‘]/;

/** What stands in quotation marks in a text, by the position of each of its content terms. */
export function titlesOf(text: PreparedText): ReadonlyMap<number, Title> {
  const titles = new Map<number, Title>();
  if (!QUOTE_SIGN.test(text.text)) return titles;
  let id = 0;
  for (const match of text.text.matchAll(QUOTED)) {
    const end = match.index + match[0].length;
    const inside = [...text.terms.values()].flat().filter((position) => {
      const start = text.offsets[2 * position] ?? 0;
      return start >= match.index && start < end;
    });
    const length = Math.max(...inside) - Math.min(...inside);
    for (const position of inside) titles.set(position, { id, length });
    id++;
  }
  return titles;
}

/**
 * Whether the word at a position is a name: capitalised where no sentence starts. Single letters are
 * none: layers cut names at the points of their initials.
 */
export function isName(text: PreparedText, position: number): boolean {
  const start = text.offsets[2 * position] ?? 0;
  const word = text.text.slice(start, text.offsets[2 * position + 1]);
  const first = word.slice(0, 1);
  if (word.length < 2 || first === first.toLowerCase()) return false;
  return position > 0 && text.sentences[position] === text.sentences[position - 1];
}
