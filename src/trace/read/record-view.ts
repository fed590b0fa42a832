import { BACKSLASH, QUOTE } from './json-bytes';
import { RecordFields } from './record-fields';
import { decodeStringToken } from '../string-token';

const encoder = new TextEncoder();

/**
 * One record as the tables see it: its bytes, where its fields lie, and where it stands in the
 * trace. Reused for every record.
 */
export class RecordView {
  readonly fields = new RecordFields();
  /** The window that holds the record, and the record's range in it. */
  bytes: Uint8Array = new Uint8Array(0);
  start = 0;
  end = 0;
  /** Added to a position in the window gives the offset in the trace. */
  shift = 0;
  /** Position of the record in its list, from 0. */
  index = 0;
  /** After `text`: the content of a string field, unescaped, in UTF-8. */
  textBytes: Uint8Array = new Uint8Array(0);
  textStart = 0;
  textEnd = 0;

  get offset(): number {
    return this.start + this.shift;
  }

  fieldStart(field: number): number {
    return this.fields.starts[field] ?? 0;
  }

  fieldEnd(field: number): number {
    return this.fields.ends[field] ?? 0;
  }

  /** Whether a field is there and is not null. */
  has(field: number): boolean {
    const start = this.fieldStart(field);
    // Of the tokens of JSON and of Python's json only `null` starts with an n.
    return this.fieldEnd(field) > start && this.bytes[start] !== 0x6e;
  }

  /** Points `textBytes`, `textStart`, `textEnd` at the content of a string field; false for others. */
  text(field: number): boolean {
    const start = this.fieldStart(field);
    const end = this.fieldEnd(field);
    if (end - start < 2 || this.bytes[start] !== QUOTE) return false;
    for (let i = start + 1; i < end - 1; i++) {
      if (this.bytes[i] !== BACKSLASH) continue;
      this.textBytes = encoder.encode(decodeStringToken(this.bytes.subarray(start, end)));
      this.textStart = 0;
      this.textEnd = this.textBytes.length;
      return true;
    }
    this.textBytes = this.bytes;
    this.textStart = start + 1;
    this.textEnd = end - 1;
    return true;
  }
}
