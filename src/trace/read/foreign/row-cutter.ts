import { parseLenient } from '../../json';
import {
  BROKEN,
  CLOSE_ARRAY,
  CLOSE_OBJECT,
  COLON,
  COMMA,
  NEED_MORE,
  OPEN_ARRAY,
  OPEN_OBJECT,
  QUOTE,
  skipSpace,
  stringEnd,
  TOO_DEEP,
} from '../json-bytes';
import { looseEnd } from '../loose-end';
import { ValueSkipper } from '../value-skipper';
import { Window } from '../window';
import { decodeStringToken } from '../../string-token';

/** A way from a top-level object to a value: a key, `*` for any key, `[]` for any element of a list. */
export type RowPath = readonly string[];

/** Which values of a document are handed over, and how they are named. */
export interface CutPlan {
  /** Each value there is one row. */
  readonly rows: readonly RowPath[];
  /** Values wanted beside the rows. */
  readonly fields: readonly RowPath[];
}

/** Takes what is cut. `path` holds the keys on the way, list positions left out. */
export interface CutTaker {
  row(value: unknown, path: readonly string[], byte: number): void;
  field(value: unknown, path: readonly string[]): void;
  /** A row that is no JSON, or nested too deep. */
  badRow(reason: string, byte: number): void;
  /** The top-level object is at its end. */
  end(): void;
}

/** How a document ended; `at` is the byte where it stopped being JSON. */
export type CutEnd = { readonly kind: 'whole' } | { readonly kind: 'cut'; readonly at: number };

interface Frame {
  readonly isObject: boolean;
  readonly path: readonly string[];
  readonly keys: readonly string[];
}

type Doing = 'between' | 'row' | 'field' | 'skip' | 'lost';

const LINE_FEED = 0x0a;

/**
 * Cuts the rows out of a JSON document of any size, pushed in chunks: it walks into the containers
 * on the way to a row, parses each row by itself, and walks past everything else. The document is one
 * object, a list of objects, or objects one after the other (JSON Lines): paths begin at each of them.
 */
export class RowCutter {
  private readonly window = new Window();
  private readonly skipper = new ValueSkipper();
  private readonly frames: Frame[] = [];
  private inArray = false;
  private doing: Doing = 'between';
  private value: Frame = { isObject: false, path: [], keys: [] };
  /** Stream offset up to which the value at hand was walked. */
  private walked = 0;
  private wanted = 0;
  private broken: number | undefined;

  constructor(
    private readonly plan: CutPlan,
    private readonly taker: CutTaker,
  ) {}

  push(chunk: Uint8Array): void {
    if (chunk.length === 0) return;
    this.window.push(chunk, this.window.offset);
    if (this.window.end - this.window.pos >= this.wanted) this.run();
  }

  finish(): CutEnd {
    this.window.final = true;
    this.run();
    const open = this.frames.length > 0 || this.inArray || this.doing === 'row';
    if (this.doing === 'row') this.taker.badRow('It is not whole.', this.window.offset);
    if (this.broken === undefined && open) this.broken = this.window.base + this.window.end;
    while (this.frames.length > 0) this.close();
    return this.broken === undefined ? { kind: 'whole' } : { kind: 'cut', at: this.broken };
  }

  private run(): void {
    this.wanted = 0;
    let going = true;
    while (going) going = this.step();
  }

  private step(): boolean {
    if (this.doing === 'lost') return this.findLine();
    if (this.doing !== 'between') return this.walk();
    const { window } = this;
    window.pos = skipSpace(window.bytes, window.pos, window.end);
    if (window.pos >= window.end) return false;
    const c = window.bytes[window.pos] ?? 0;
    const frame = this.frames.at(-1);
    if (c === COMMA) return this.advance();
    if (frame === undefined) return this.stepTop(c);
    if (c === (frame.isObject ? CLOSE_OBJECT : CLOSE_ARRAY)) {
      this.close();
      return this.advance();
    }
    if (!frame.isObject) return this.begin(frame.path, '[]', frame.keys, c);
    return this.member(frame);
  }

  private stepTop(c: number): boolean {
    if (this.window.offset === 0 && c === 0xef) return this.advance(3);
    if (c === OPEN_ARRAY && !this.inArray) this.inArray = true;
    else if (c === CLOSE_ARRAY && this.inArray) this.inArray = false;
    else return this.begin([], undefined, [], c);
    return this.advance();
  }

  private member(frame: Frame): boolean {
    const { window } = this;
    if (window.bytes[window.pos] !== QUOTE) return this.lose();
    const quote = stringEnd(window.bytes, window.pos + 1, window.end);
    if (quote < 0) return this.needMore();
    const colon = skipSpace(window.bytes, quote + 1, window.end);
    const start = skipSpace(window.bytes, colon + 1, window.end);
    if (start >= window.end) return this.needMore();
    if (window.bytes[colon] !== COLON) return this.lose();
    const key = decodeStringToken(window.bytes.subarray(window.pos, quote + 1));
    window.pos = start;
    return this.begin(frame.path, key, [...frame.keys, key], window.bytes[start] ?? 0);
  }

  /** Decides what becomes of the value that starts here. */
  private begin(
    path: readonly string[],
    step: string | undefined,
    keys: readonly string[],
    c: number,
  ): boolean {
    const here = step === undefined ? path : [...path, step];
    const isObject = c === OPEN_OBJECT;
    this.value = { isObject, path: here, keys };
    const { rows, fields } = this.plan;
    const is = (pattern: RowPath): boolean => pattern.length === here.length && fits(pattern, here);
    const within = (pattern: RowPath): boolean =>
      pattern.length > here.length && fits(pattern, here) && enters(pattern[here.length], isObject);
    if (rows.some(is)) this.doing = 'row';
    else if (fields.some(is)) this.doing = 'field';
    else if ((isObject || c === OPEN_ARRAY) && [...rows, ...fields].some(within)) {
      this.frames.push(this.value);
      return this.advance();
    } else this.doing = 'skip';
    this.skipper.start(this.frames.length + (this.inArray ? 1 : 0));
    this.walked = this.window.offset;
    return true;
  }

  private walk(): boolean {
    const { window, skipper } = this;
    const from = this.walked - window.base;
    const end = skipper.skip(window.bytes, from, window.end, window.final);
    this.walked = window.base + skipper.at;
    if (this.doing === 'skip') window.pos = skipper.at;
    if (end === NEED_MORE) return this.needMore();
    if (end === TOO_DEEP || end === BROKEN) return this.breakOff(end);
    const start = window.pos;
    const kind = this.doing;
    this.doing = 'between';
    window.pos = end;
    if (kind === 'row') this.parse(start, end, true);
    if (kind === 'field') this.parse(start, end, false);
    return true;
  }

  private parse(start: number, end: number, isRow: boolean): void {
    const { bytes, base } = this.window;
    const { keys } = this.value;
    let value: unknown;
    try {
      value = parseLenient(new TextDecoder().decode(bytes.subarray(start, end)));
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      if (isRow) this.taker.badRow('It is not valid JSON.', base + start);
      return;
    }
    if (isRow) this.taker.row(value, keys, base + start);
    else this.taker.field(value, keys);
    if (isRow && this.frames.length === 0) this.taker.end();
  }

  /** A value that cannot be walked over: a row is left out, anything else ends the document. */
  private breakOff(why: number): boolean {
    const { window } = this;
    if (this.doing !== 'row') return this.lose();
    const end = looseEnd(window.bytes, window.pos, window.end);
    if (end === NEED_MORE) return window.final ? this.lose() : this.needMore();
    const reason = why === TOO_DEEP ? 'It is nested too deep.' : 'It is not valid JSON.';
    this.taker.badRow(reason, window.offset);
    this.doing = 'between';
    window.pos = end;
    return true;
  }

  private close(): void {
    this.frames.pop();
    if (this.frames.length === 0) this.taker.end();
  }

  private advance(count = 1): boolean {
    this.window.pos += count;
    return this.window.pos < this.window.end;
  }

  private needMore(): false {
    this.wanted = this.window.final ? 0 : (this.window.end - this.window.pos) * 2;
    return false;
  }

  /** The document is no JSON from here on; in JSON Lines the next line may be. */
  private lose(): boolean {
    if (this.doing === 'row') this.taker.badRow('It is not whole.', this.window.offset);
    this.broken ??= this.window.offset;
    while (this.frames.length > 0) this.close();
    this.doing = 'lost';
    return true;
  }

  private findLine(): boolean {
    const { window } = this;
    const line = window.bytes.indexOf(LINE_FEED, window.pos);
    if (this.inArray || line < 0 || line >= window.end) {
      window.pos = window.end;
      return false;
    }
    if (line + 1 >= window.end) {
      // What the next line begins with is not there yet.
      window.pos = line;
      return false;
    }
    window.pos = line + 1;
    if (window.bytes[window.pos] === OPEN_OBJECT) this.doing = 'between';
    return true;
  }
}

const fits = (pattern: RowPath, path: readonly string[]): boolean =>
  path.every((step, i) => pattern[i] === step || (pattern[i] === '*' && step !== '[]'));

const enters = (next: string | undefined, isObject: boolean): boolean =>
  next !== undefined && (next === '[]') !== isObject;
