import {
  BROKEN,
  CLOSE_ARRAY,
  CLOSE_OBJECT,
  COLON,
  COMMA,
  MAX_DEPTH,
  NEED_MORE,
  OPEN_ARRAY,
  OPEN_OBJECT,
  QUOTE,
  scalarEnd,
  TOO_DEEP,
} from './json-bytes';
import { KeyLog } from './key-log';
import { lookAtScalar } from './odd-scalar';
import { ODD, Oddities } from './oddities';
import { watchedStringEnd } from './watched-string';

/** What may come next inside the container that is open. */
const VALUE = 0;
const VALUE_OR_CLOSE = 1;
const KEY = 2;
const KEY_OR_CLOSE = 3;
const AFTER_KEY = 4;
const AFTER_VALUE = 5;

/**
 * Walks over one JSON value without building it and checks its grammar on the way. It can stop at
 * the end of a window and go on in the next one, so a value of any size passes through a window
 * that only has to hold its longest string. No recursion: the open containers are bits of a stack.
 */
export class ValueSkipper {
  private readonly isObject = new Uint8Array(MAX_DEPTH + 1);
  private readonly keys = new KeyLog();
  /** Where the keys of each open container begin in `keys`. */
  private readonly marks = new Int32Array(MAX_DEPTH + 1);
  private depth = 0;
  private floor = 0;
  private next = VALUE;
  /** Where `skip` stopped: the first byte of the token that was not whole, or the broken byte. */
  at = 0;
  /** Told of each key on the way, as a range without its quotes; to recognise formats. */
  onKey: ((bytes: Uint8Array, start: number, end: number) => void) | undefined;

  /** @param odd takes what JSON forbids and is accepted, at positions in the bytes given to `skip` */
  constructor(readonly odd = new Oddities()) {}

  /** @param depth containers already open around the value, counted against the cap */
  start(depth: number): void {
    this.depth = depth;
    this.floor = depth;
    this.next = VALUE;
    this.keys.clear();
  }

  /**
   * Goes on from byte `i`.
   * @returns the index after the value, NEED_MORE, BROKEN or TOO_DEEP; `at` says where it stopped
   */
  skip(bytes: Uint8Array, i: number, end: number, final: boolean): number {
    while (i < end) {
      const c = bytes[i] ?? 0;
      if (c <= 0x20) {
        if (c !== 0x20 && c !== 0x0a && c !== 0x0d && c !== 0x09) return this.stop(i, BROKEN);
        i++;
        continue;
      }
      const after = this.token(bytes, i, end, final, c);
      if (after < 0) return this.stop(i, after);
      i = after;
      if (this.depth === this.floor && this.next === AFTER_VALUE) return this.stop(i, i);
    }
    return this.stop(i, NEED_MORE);
  }

  private stop(at: number, answer: number): number {
    this.at = at;
    return answer;
  }

  /** Takes the token that starts at `i`; the index after it, or a negative answer. */
  private token(bytes: Uint8Array, i: number, end: number, final: boolean, c: number): number {
    const next = this.next;
    if (c === QUOTE) {
      if (next === AFTER_VALUE || next === AFTER_KEY) return BROKEN;
      const quote = watchedStringEnd(bytes, i + 1, end, this.odd);
      if (quote < 0) return quote;
      const isKey = next === KEY || next === KEY_OR_CLOSE;
      if (isKey) this.takeKey(bytes, i + 1, quote);
      this.next = isKey ? AFTER_KEY : AFTER_VALUE;
      return quote + 1;
    }
    if (c === COLON) {
      if (next !== AFTER_KEY) return BROKEN;
      this.next = VALUE;
      return i + 1;
    }
    if (c === COMMA) {
      if (next !== AFTER_VALUE) return BROKEN;
      this.next = this.isObject[this.depth] === 1 ? KEY : VALUE;
      return i + 1;
    }
    if (c === CLOSE_OBJECT || c === CLOSE_ARRAY) return this.close(c, i);
    if (next !== VALUE && next !== VALUE_OR_CLOSE) return BROKEN;
    if (c === OPEN_OBJECT || c === OPEN_ARRAY) {
      if (this.depth >= MAX_DEPTH) return TOO_DEEP;
      this.depth++;
      this.isObject[this.depth] = c === OPEN_OBJECT ? 1 : 0;
      this.marks[this.depth] = this.keys.mark();
      this.next = c === OPEN_OBJECT ? KEY_OR_CLOSE : VALUE_OR_CLOSE;
      return i + 1;
    }
    this.next = AFTER_VALUE;
    const after = scalarEnd(bytes, i, end, final);
    if (after < 0) this.next = next;
    else lookAtScalar(bytes, i, after, this.odd);
    return after;
  }

  private takeKey(bytes: Uint8Array, start: number, end: number): void {
    this.onKey?.(bytes, start, end);
    if (this.keys.add(this.marks[this.depth] ?? 0, bytes, start, end))
      this.odd.note(ODD.repeatedKey, start);
  }

  private close(c: number, i: number): number {
    const object = c === CLOSE_OBJECT;
    const empty = this.next === (object ? KEY_OR_CLOSE : VALUE_OR_CLOSE);
    if (this.depth === this.floor || (this.isObject[this.depth] === 1) !== object) return BROKEN;
    if (this.next !== AFTER_VALUE && !empty) return BROKEN;
    this.keys.release(this.marks[this.depth] ?? 0);
    this.depth--;
    this.next = AFTER_VALUE;
    return i + 1;
  }
}
