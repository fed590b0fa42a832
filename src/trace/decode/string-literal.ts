import { MappedText } from './mapped-text';

/** A string literal that was read: its content, where it ends, and whether only Python writes it so. */
export interface StringLiteral {
  readonly content: MappedText;
  /** Index after the closing quote. */
  readonly end: number;
  readonly python: boolean;
}

const SHORT: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
  ['"', '"'],
  ["'", "'"],
  ['\\', '\\'],
  ['/', '/'],
  ['b', '\b'],
  ['f', '\f'],
]);

/** Digits of each numeric escape; `\x` and `\U` are Python's alone. */
const HEX_DIGITS: ReadonlyMap<string, number> = new Map([
  ['u', 4],
  ['x', 2],
  ['U', 8],
]);

const HEX = /^[0-9a-fA-F]+$/;

/**
 * Reads the string literal whose quote stands at `start`: JSON's, or what Python's `repr` writes in
 * single or double quotes. Control characters inside are accepted as they are; an unknown escape
 * stands for itself, backslash included, as in Python.
 * @returns undefined when the string does not end
 */
export function readStringLiteral(raw: string, start: number): StringLiteral | undefined {
  const quote = raw.charAt(start);
  const at: number[] = [];
  const from: number[] = [];
  const parts: string[] = [];
  let python = quote === "'";
  let length = 0;
  let i = start + 1;
  const add = (part: string, source: number): void => {
    at.push(length);
    from.push(source);
    parts.push(part);
    length += part.length;
  };
  let close = raw.indexOf(quote, i);
  let slash = raw.indexOf('\\', i);
  for (;;) {
    if (close >= 0 && close < i) close = raw.indexOf(quote, i);
    if (close < 0) return undefined;
    if (slash < 0 || slash > close) break;
    if (slash > i) add(raw.slice(i, slash), i);
    const escape = readEscape(raw, slash);
    python ||= escape.python;
    add(escape.text, slash);
    i = escape.end;
    slash = raw.indexOf('\\', i);
  }
  if (close > i || parts.length === 0) add(raw.slice(i, close), i);
  return { content: new MappedText(parts.join(''), at, from, close), end: close + 1, python };
}

interface Escape {
  readonly text: string;
  readonly end: number;
  readonly python: boolean;
}

function readEscape(raw: string, slash: number): Escape {
  const letter = raw.charAt(slash + 1);
  const short = SHORT.get(letter);
  if (short !== undefined) return { text: short, end: slash + 2, python: letter === "'" };
  const count = HEX_DIGITS.get(letter);
  if (count !== undefined) {
    const digits = raw.slice(slash + 2, slash + 2 + count);
    const code =
      digits.length === count && HEX.test(digits) ? Number.parseInt(digits, 16) : Number.NaN;
    if (code <= 0x10ffff)
      return { text: String.fromCodePoint(code), end: slash + 2 + count, python: letter !== 'u' };
  }
  return { text: `\\${letter}`, end: slash + 1 + Math.max(1, letter.length), python: true };
}
