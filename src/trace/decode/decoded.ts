import type { MappedText } from './mapped-text';

/** A string of a value; `content` maps back to the raw text between its quotes. */
export interface DecodedString {
  readonly type: 'string';
  readonly start: number;
  readonly end: number;
  readonly content: MappedText;
}

/** A number, truth value or null. Not-a-number and infinities are numbers; `text` is as written. */
export interface DecodedScalar {
  readonly type: 'scalar';
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly value: number | boolean | null;
}

/** A list, tuple or set. */
export interface DecodedList {
  readonly type: 'list';
  readonly start: number;
  readonly end: number;
  readonly items: readonly DecodedNode[];
}

export interface DecodedEntry {
  readonly key: string;
  readonly value: DecodedNode;
}

/** An object, dict, or `Name(field=value)` (then `name` is set; fields by position are `0`, `1`, …). */
export interface DecodedObject {
  readonly type: 'object';
  readonly start: number;
  readonly end: number;
  readonly name: string | undefined;
  /** In the order written; keys may repeat. */
  readonly entries: readonly DecodedEntry[];
}

/** A part of a value with its range `[start, end)` in the raw value, in UTF-16 units. */
export type DecodedNode = DecodedString | DecodedScalar | DecodedList | DecodedObject;

/** What a raw value turned out to be. Plain text is one string that maps to itself. */
export interface DecodedValue {
  readonly kind: 'json' | 'python' | 'dataclass' | 'text';
  readonly node: DecodedNode;
}
