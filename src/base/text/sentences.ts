/** Sentence borders of a text as UTF-16 offsets: sentence `i` is `[starts[i], starts[i + 1])`. */
export interface Sentences {
  readonly starts: readonly number[];
}

// An ending mark, closing quotes or brackets, then white space; ideographic marks need no space.
const BORDER = /[.!?…]+["'”’)\]]*(?=\s)\s+|[。！？]+[」』”]*|\n+|;\s+/gu;
const ABBREVIATION =
  /(?:^|[\s(])(?:\p{Lu}(?:\.\p{Lu})*|Mr|Mrs|Ms|Dr|Prof|St|Jr|Sr|vs|etc|e\.g|i\.e|approx|No)\.$/u;

/** Splits a text into sentences and lines. Initials and common abbreviations do not end one. */
export function splitSentences(text: string): Sentences {
  const starts = [0];
  for (const match of text.matchAll(BORDER)) {
    const end = match.index + match[0].length;
    if (end >= text.length) break;
    const before = text.slice(Math.max(0, match.index - 8), match.index + 1);
    if (match[0].startsWith('.') && ABBREVIATION.test(before)) continue;
    starts.push(end);
  }
  return { starts };
}
