import type { DecodedEntry, DecodedNode } from './decoded';
import { readStringLiteral } from './string-literal';

/** A value nested deeper is shown as text: no recorded value comes near. */
const MAX_DEPTH = 512;

/** An open container. */
interface Frame {
  readonly start: number;
  readonly close: ')' | ']' | '}';
  readonly name: string | undefined;
  readonly items: DecodedNode[];
  readonly entries: DecodedEntry[];
  key: string | undefined;
}

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d*)?(?:[eE][+-]?\d+)?(?![\w.])/y;
const WORD = /-?[A-Za-z_][\w.]*/y;
const FIELD = /([A-Za-z_]\w*)\s*=(?!=)\s*/y;
const SPACE = /[ \t\r\n]*/y;

const JSON_WORDS: ReadonlyMap<string, number | boolean | null> = new Map<
  string,
  number | boolean | null
>([
  ['true', true],
  ['false', false],
  ['null', null],
  ['NaN', Number.NaN],
  ['Infinity', Number.POSITIVE_INFINITY],
  ['-Infinity', Number.NEGATIVE_INFINITY],
]);

const PYTHON_WORDS: ReadonlyMap<string, number | boolean | null> = new Map<
  string,
  number | boolean | null
>([
  ['True', true],
  ['False', false],
  ['None', null],
  ['nan', Number.NaN],
  ['inf', Number.POSITIVE_INFINITY],
  ['-inf', Number.NEGATIVE_INFINITY],
]);

/**
 * Reads a whole text as one literal: JSON (bare NaN and Infinity included), what Python's `repr`
 * writes for strings, numbers, lists, tuples, dicts and sets, and calls `Name(field=value)` as
 * dataclasses print. One grammar holds both: they differ in words and quotes only. No recursion.
 */
export class LiteralParser {
  private readonly frames: Frame[] = [];
  private i = 0;
  /** Something was met that JSON has no way to write. */
  python = false;

  constructor(private readonly raw: string) {}

  /** The value, or undefined when the text is not exactly one literal. */
  parse(): DecodedNode | undefined {
    for (;;) {
      this.i = this.match(SPACE)?.end ?? this.i;
      const value = this.closes() ? this.pop() : this.value();
      if (value === 'opened') continue;
      if (value === undefined) return undefined;
      const whole = this.place(value);
      if (whole === 'more') continue;
      return whole === 'whole' ? value : undefined;
    }
  }

  /** Puts a value that ended where it belongs, and takes the comma, colon or end behind it. */
  private place(value: DecodedNode): 'more' | 'whole' | 'broken' {
    const frame = this.frames.at(-1);
    this.i = this.match(SPACE)?.end ?? this.i;
    if (frame === undefined) return this.i === this.raw.length ? 'whole' : 'broken';
    if (this.raw.charAt(this.i) === ':' && frame.close === '}' && frame.key === undefined) {
      frame.key =
        value.type === 'string' ? value.content.text : this.raw.slice(value.start, value.end);
      this.i++;
      return 'more';
    }
    if (frame.key !== undefined) frame.entries.push({ key: frame.key, value });
    else if (frame.name !== undefined)
      frame.entries.push({ key: String(frame.entries.length), value });
    else frame.items.push(value);
    frame.key = undefined;
    const c = this.raw.charAt(this.i);
    if (c === ',') this.i++;
    else if (c !== frame.close) return 'broken';
    return 'more';
  }

  /** Whether the open container ends here. */
  private closes(): boolean {
    const frame = this.frames.at(-1);
    return (
      frame !== undefined && frame.key === undefined && this.raw.charAt(this.i) === frame.close
    );
  }

  private pop(): DecodedNode | undefined {
    const frame = this.frames.pop();
    if (frame === undefined) return undefined;
    this.i++;
    const { start, items, entries, name } = frame;
    const end = this.i;
    if (frame.close === '}' && items.length > 0) {
      this.python = true;
      return entries.length === 0 ? { type: 'list', start, end, items } : undefined;
    }
    if (name !== undefined || frame.close === '}')
      return { type: 'object', start, end, name, entries };
    if (frame.close === ')' && items.length === 1 && !this.endsInComma(end)) return items[0];
    return { type: 'list', start, end, items };
  }

  /** `(x,)` is a tuple, `(x)` is x. */
  private endsInComma(end: number): boolean {
    let i = end - 2;
    while (i > 0 && ' \t\r\n'.includes(this.raw.charAt(i))) i--;
    return this.raw.charAt(i) === ',';
  }

  private value(): DecodedNode | 'opened' | undefined {
    const frame = this.frames.at(-1);
    if (frame?.name !== undefined && frame.key === undefined) {
      const field = this.match(FIELD);
      if (field !== undefined) {
        frame.key = field.name;
        this.i = field.end;
      }
    }
    const c = this.raw.charAt(this.i);
    switch (c) {
      case '"':
      case "'":
        return this.string();
      case '[':
        return this.open(']', undefined, 1);
      case '{':
        return this.open('}', undefined, 1);
      case '(':
        this.python = true;
        return this.open(')', undefined, 1);
      case '<':
        return this.opaque();
      default:
        return this.number() ?? this.word();
    }
  }

  private open(
    close: Frame['close'],
    name: string | undefined,
    length: number,
  ): 'opened' | undefined {
    if (this.frames.length >= MAX_DEPTH) return undefined;
    this.frames.push({ start: this.i, close, name, items: [], entries: [], key: undefined });
    this.i += length;
    return 'opened';
  }

  private string(): DecodedNode | undefined {
    const start = this.i;
    const literal = readStringLiteral(this.raw, start);
    if (literal === undefined) return undefined;
    this.python ||= literal.python;
    this.i = literal.end;
    return { type: 'string', start, end: literal.end, content: literal.content };
  }

  private number(): DecodedNode | undefined {
    const found = this.match(NUMBER);
    return found === undefined ? undefined : this.scalar(found.end, Number(found.text));
  }

  /** `None`, `true` and their like, or the name before a bracket. */
  private word(): DecodedNode | 'opened' | undefined {
    const found = this.match(WORD);
    if (found === undefined) return undefined;
    const { text, end } = found;
    if (this.raw.charAt(end) === '(' && !text.startsWith('-')) {
      this.python = true;
      return this.open(')', text, text.length + 1);
    }
    const json = JSON_WORDS.get(text);
    if (json !== undefined) return this.scalar(end, json);
    const python = PYTHON_WORDS.get(text);
    if (python === undefined) return undefined;
    this.python = true;
    return this.scalar(end, python);
  }

  /** What Python prints for things without a literal, `<Kind.A: 1>`: kept as its own text. */
  private opaque(): DecodedNode | undefined {
    const end = this.raw.indexOf('>', this.i) + 1;
    if (end === 0 || this.frames.length === 0) return undefined;
    this.python = true;
    return this.scalar(end, null);
  }

  private scalar(end: number, value: number | boolean | null): DecodedNode {
    const start = this.i;
    this.i = end;
    return { type: 'scalar', start, end, text: this.raw.slice(start, end), value };
  }

  private match(
    pattern: RegExp,
  ): { readonly text: string; readonly name: string; readonly end: number } | undefined {
    pattern.lastIndex = this.i;
    const found = pattern.exec(this.raw);
    return found === null
      ? undefined
      : { text: found[0], name: found[1] ?? '', end: this.i + found[0].length };
  }
}
