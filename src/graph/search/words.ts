import { fold } from '../../base/text/fold';

/** Longer runs of letters and digits are encoded data; their beginning is enough to find them. */
const LONGEST = 64;

const enum Kind {
  gap,
  word,
  /** One sign is a word of its own: scripts without spaces, emoji. */
  single,
}

const WORD = /[\p{L}\p{M}\p{N}]/u;
const SINGLE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Extended_Pictographic}]/u;

/** Kinds of what was met beyond ASCII: three tests by expression for each sign would take seconds. */
const kinds = new Map<number, Kind>();

function kindOf(code: number): Kind {
  if (code < 128) {
    const isLetter = (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
    return isLetter || (code >= 48 && code <= 57) ? Kind.word : Kind.gap;
  }
  const known = kinds.get(code);
  if (known !== undefined) return known;
  const sign = String.fromCodePoint(code);
  const kind = SINGLE.test(sign) ? Kind.single : WORD.test(sign) ? Kind.word : Kind.gap;
  kinds.set(code, kind);
  return kind;
}

/**
 * Visits the words of a text in order: runs of letters and digits, and single signs of scripts that
 * put no spaces. `_`, `.`, `-` and apostrophes part words, so that the pieces of ids are found too.
 * @param visit told the range of each word, UTF-16 units
 */
export function eachWord(text: string, visit: (start: number, end: number) => void): void {
  let start = -1;
  let at = 0;
  while (at < text.length) {
    const unit = text.charCodeAt(at);
    const code = unit < 128 ? unit : (text.codePointAt(at) ?? unit);
    const width = code > 0xffff ? 2 : 1;
    const kind = kindOf(code);
    if (kind === Kind.word) {
      if (start < 0) start = at;
    } else {
      if (start >= 0) visit(start, at);
      start = -1;
      if (kind === Kind.single) visit(at, at + width);
    }
    at += width;
  }
  if (start >= 0) visit(start, text.length);
}

/** What a word is looked up by: case, accents and width do not count. */
export const termOf = (word: string): string =>
  fold(word.length > LONGEST ? word.slice(0, LONGEST) : word);

/** The terms of a text in order. */
export function termsOf(text: string): readonly string[] {
  const terms: string[] = [];
  eachWord(text, (start, end) => terms.push(termOf(text.slice(start, end))));
  return terms;
}
