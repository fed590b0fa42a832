import {
  BROKEN,
  CLOSE_OBJECT,
  COLON,
  COMMA,
  NEED_MORE,
  OPEN_ARRAY,
  OPEN_OBJECT,
  QUOTE,
  scalarEnd,
  skipSpace,
} from './json-bytes';
import { lookAtScalar } from './odd-scalar';
import { ODD, Oddities } from './oddities';
import { ValueSkipper } from './value-skipper';
import { watchedStringEnd } from './watched-string';

/** The fields of a record that fill columns; each is a slot of `RecordFields`. */
export const FIELD = {
  createdAt: 0,
  name: 1,
  version: 2,
  value: 3,
  category: 4,
  className: 5,
  sessionId: 6,
  opId: 7,
  opName: 8,
  source: 9,
  target: 10,
  edgeId: 11,
  metadata: 12,
} as const;

const KEYS: readonly string[] = [
  'created_at',
  'name',
  'version',
  'value',
  'category',
  'class_name',
  'session_id',
  'op_id',
  'op_name',
  'source_full_node_id',
  'target_full_node_id',
  'edge_id',
  'metadata',
];

const KEY_BYTES = KEYS.map((key) => new TextEncoder().encode(key));

/** The longest watched key. */
const LONGEST_KEY = Math.max(...KEYS.map((key) => key.length));

/** Records have about ten other fields; of a stranger's only the first are compared. */
const MOST_OTHERS = 64;

/** Watched fields by the length of their key. */
const BY_LENGTH: readonly (readonly number[])[] = Array.from(
  { length: LONGEST_KEY + 1 },
  (_, length) => KEYS.flatMap((key, field) => (key.length === length ? [field] : [])),
);

/**
 * Finds where the watched fields of one record lie, without parsing it: a value of 20 MB costs one
 * search for its closing quote. Reused for every record, so that reading makes no garbage.
 */
export class RecordFields {
  /** Start of each field's token, by `FIELD`; equal to `ends` when the record has no such key. */
  readonly starts = new Int32Array(KEYS.length);
  readonly ends = new Int32Array(KEYS.length);
  /** What JSON forbids in the record and is accepted, at positions in the bytes given to `scan`. */
  readonly odd = new Oddities();
  private readonly skipper = new ValueSkipper(this.odd);
  /** Start and end of each key that is not watched, to recognise those that repeat. */
  private readonly others = new Int32Array(2 * MOST_OTHERS);
  private otherCount = 0;

  /**
   * Scans the record whose `{` is at `start`. A repeated key keeps its last value, as in JSON.parse.
   * @param depth containers open around the record
   * @returns the index after the record, NEED_MORE, BROKEN or TOO_DEEP
   */
  scan(bytes: Uint8Array, start: number, end: number, depth: number): number {
    this.clear();
    let i = skipSpace(bytes, start + 1, end);
    if (bytes[i] === CLOSE_OBJECT && i < end) return i + 1;
    for (;;) {
      if (i >= end) return NEED_MORE;
      if (bytes[i] !== QUOTE) return BROKEN;
      const key = i + 1;
      const keyEnd = watchedStringEnd(bytes, key, end, this.odd);
      if (keyEnd < 0) return keyEnd;
      i = skipSpace(bytes, keyEnd + 1, end);
      if (i >= end) return NEED_MORE;
      if (bytes[i] !== COLON) return BROKEN;
      i = skipSpace(bytes, i + 1, end);
      if (i >= end) return NEED_MORE;
      const after = this.valueEnd(bytes, i, end, depth + 1);
      if (after < 0) return after;
      const field = fieldOf(bytes, key, keyEnd);
      if (field < 0) this.takeOther(bytes, key, keyEnd);
      else {
        if (this.ends[field] !== 0) this.odd.note(ODD.repeatedKey, key);
        this.starts[field] = i;
        this.ends[field] = after;
      }
      i = skipSpace(bytes, after, end);
      if (i >= end) return NEED_MORE;
      if (bytes[i] === CLOSE_OBJECT) return i + 1;
      if (bytes[i] !== COMMA) return BROKEN;
      i = skipSpace(bytes, i + 1, end);
    }
  }

  private takeOther(bytes: Uint8Array, start: number, end: number): void {
    const { others } = this;
    const length = end - start;
    for (let i = 0; i < this.otherCount; i++) {
      const from = others[2 * i] ?? 0;
      if ((others[2 * i + 1] ?? 0) - from !== length) continue;
      let k = 0;
      while (k < length && bytes[from + k] === bytes[start + k]) k++;
      if (k === length) this.odd.note(ODD.repeatedKey, start);
    }
    if (this.otherCount === MOST_OTHERS) return;
    others[2 * this.otherCount] = start;
    others[2 * this.otherCount + 1] = end;
    this.otherCount++;
  }

  private clear(): void {
    this.odd.clear();
    this.otherCount = 0;
    const { starts, ends } = this;
    for (let field = 0; field < ends.length; field++) {
      starts[field] = 0;
      ends[field] = 0;
    }
  }

  private valueEnd(bytes: Uint8Array, i: number, end: number, depth: number): number {
    const c = bytes[i] ?? 0;
    if (c === QUOTE) {
      const quote = watchedStringEnd(bytes, i + 1, end, this.odd);
      return quote < 0 ? quote : quote + 1;
    }
    if (c !== OPEN_OBJECT && c !== OPEN_ARRAY) {
      const after = scalarEnd(bytes, i, end, false);
      if (after >= 0) lookAtScalar(bytes, i, after, this.odd);
      return after;
    }
    this.skipper.start(depth);
    return this.skipper.skip(bytes, i, end, false);
  }
}

/** The watched field that a key names, or -1. Keys are compared as written: escapes never match. */
function fieldOf(bytes: Uint8Array, start: number, end: number): number {
  const candidates = BY_LENGTH[end - start];
  if (candidates === undefined) return -1;
  for (const field of candidates) {
    const key = KEY_BYTES[field];
    if (key === undefined) continue;
    let k = 0;
    while (k < key.length && key[k] === bytes[start + k]) k++;
    if (k === key.length) return field;
  }
  return -1;
}
