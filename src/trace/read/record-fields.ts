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
  stringEnd,
} from './json-bytes';
import { ValueSkipper } from './value-skipper';

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
  private readonly skipper = new ValueSkipper();

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
      const keyEnd = stringEnd(bytes, key, end);
      if (keyEnd < 0) return keyEnd;
      i = skipSpace(bytes, keyEnd + 1, end);
      if (i >= end) return NEED_MORE;
      if (bytes[i] !== COLON) return BROKEN;
      i = skipSpace(bytes, i + 1, end);
      if (i >= end) return NEED_MORE;
      const after = this.valueEnd(bytes, i, end, depth + 1);
      if (after < 0) return after;
      const field = fieldOf(bytes, key, keyEnd);
      if (field >= 0) {
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

  private clear(): void {
    const { starts, ends } = this;
    for (let field = 0; field < ends.length; field++) {
      starts[field] = 0;
      ends[field] = 0;
    }
  }

  private valueEnd(bytes: Uint8Array, i: number, end: number, depth: number): number {
    const c = bytes[i] ?? 0;
    if (c === QUOTE) {
      const quote = stringEnd(bytes, i + 1, end);
      return quote < 0 ? quote : quote + 1;
    }
    if (c !== OPEN_OBJECT && c !== OPEN_ARRAY) return scalarEnd(bytes, i, end, false);
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
