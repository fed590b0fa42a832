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
  BORDER.lastIndex = 0;
  for (let match = BORDER.exec(text); match !== null; match = BORDER.exec(text)) {
    const end = BORDER.lastIndex;
    if (end >= text.length) break;
    if (text.charAt(match.index) === '.') {
      const before = text.slice(Math.max(0, match.index - 8), match.index + 1);
      if (ABBREVIATION.test(before)) continue;
    }
    starts.push(end);
  }
  return { starts };
}
