/**
 * The tokens of a text as UTF-16 offsets: token `i` is `text.slice(starts[i], ends[i])`.
 * Tokens are words (with inner apostrophes), numbers (with inner points and thousands commas), ISO
 * dates, single Han, kana and Hangul-free ideographs, and single emoji.
 */
export interface Tokens {
  readonly text: string;
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

const ISO_DATE =
  /\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?(?![\d-])/y;
const NUMBER = /\p{N}+(?:[.,]\p{N}+)*/uy;
const ORDINAL_SUFFIX = /(?:st|nd|rd|th)(?![\p{L}\p{N}])/iuy;
const WORD = /[\p{L}\p{M}\p{N}]/u;
const DIGIT = /\p{N}/u;
// Scripts written without spaces: one character is one token.
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;
const EMOJI = /\p{Extended_Pictographic}/u;
const APOSTROPHES = new Set(["'", '’', '‘', '`', 'ʼ']);

const enum Kind {
  other,
  word,
  digit,
  unspaced,
  emoji,
}

/** Splits a text into tokens, in order. Linear; never throws, whatever the text holds. */
export function scanTokens(text: string): Tokens {
  const starts: number[] = [];
  const ends: number[] = [];
  let at = 0;
  while (at < text.length) {
    const kind = kindAt(text, at);
    const end = tokenEnd(text, at, kind);
    if (kind !== Kind.other) {
      starts.push(at);
      ends.push(end);
    }
    at = end;
  }
  return { text, starts, ends };
}

function tokenEnd(text: string, at: number, kind: Kind): number {
  if (kind === Kind.digit) return numberEnd(text, at);
  if (kind === Kind.word) return wordEnd(text, at);
  return at + width(text, at);
}

function numberEnd(text: string, at: number): number {
  const iso = matchEnd(ISO_DATE, text, at);
  if (iso !== undefined) return iso;
  const end = matchEnd(NUMBER, text, at) ?? at + 1;
  return matchEnd(ORDINAL_SUFFIX, text, end) ?? end;
}

function wordEnd(text: string, start: number): number {
  let at = start;
  // Plain letters first, without a look at what else there might be.
  while (isPlainLetter(text.charCodeAt(at) | 32)) at++;
  while (at < text.length) {
    const kind = kindAt(text, at);
    if (kind === Kind.word || (kind === Kind.digit && at > start)) at += width(text, at);
    else if (APOSTROPHES.has(text.charAt(at)) && kindAt(text, at + 1) === Kind.word && at > start)
      at += 1;
    else break;
  }
  return at;
}

function matchEnd(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

/** Whether a character code, with the bit of small letters set, is a to z. */
const isPlainLetter = (code: number): boolean => code >= 97 && code <= 122;

const width = (text: string, at: number): number => ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);

// What nearly every character of nearly every text is looked up in.
const ASCII_KINDS: readonly Kind[] = Array.from({ length: 128 }, (_, code) => {
  if ((code >= 97 && code <= 122) || (code >= 65 && code <= 90)) return Kind.word;
  return code >= 48 && code <= 57 ? Kind.digit : Kind.other;
});

function kindAt(text: string, at: number): Kind {
  const code = text.charCodeAt(at);
  if (code < 128) return ASCII_KINDS[code] ?? Kind.other;
  if (at >= text.length) return Kind.other;
  const char = String.fromCodePoint(text.codePointAt(at) ?? 0);
  if (UNSPACED.test(char)) return Kind.unspaced;
  if (DIGIT.test(char)) return Kind.digit;
  if (WORD.test(char)) return Kind.word;
  return EMOJI.test(char) ? Kind.emoji : Kind.other;
}
