import type { Place } from '../../base/problem';
import type { Steps } from '../../base/steps';
import type { ReadTrace } from '../columns';
import { ForeignShape } from './foreign-shape';
import type { TraceHasher } from './hasher';
import type { ListName } from './record-columns';
import type { RecordView } from './record-view';
import { TraceBuilder } from './trace-builder';
import type { Window } from './window';

const decoder = new TextDecoder();
/** No key of a known format is longer. */
const LONGEST_KEY = 64;

/** A top-level object while it is being read: a graph, or something else until `data` is met. */
export class OpenGraph {
  readonly builder = new TraceBuilder();
  readonly shape = new ForeignShape();
  /** A list of records was met: it is a graph. */
  isGraph = false;
  private hashed: number;

  /** @param start stream offset of its `{` */
  constructor(
    private readonly hasher: TraceHasher,
    readonly start: number,
  ) {
    this.hashed = start;
    hasher.start();
  }

  /** Adds to the hash what was consumed since the last time; it must still be in the window. */
  hash({ bytes, base }: Window, upTo: number): void {
    if (upTo <= this.hashed) return;
    this.hasher.add(bytes.subarray(this.hashed - base, upTo - base));
    this.hashed = upTo;
  }

  /** Takes the record `bytes[start..end)` of the window, whose fields were just found. */
  add(list: ListName, record: RecordView, { bytes, base, pos }: Window, end: number): void {
    record.bytes = bytes;
    record.start = pos;
    record.end = end;
    record.shift = base - this.start;
    this.builder.add(list, record);
  }

  /** Takes what was odd in a record that was just added. */
  takeOdd({ fields, shift }: RecordView, where: Place): void {
    if (fields.odd.any) this.builder.tolerated.take(fields.odd, shift, where);
  }

  /** The trace, once everything up to `end` is hashed. */
  finish(end: number): Steps<ReadTrace> {
    return this.builder.finish(this.hasher.key(), this.start, end);
  }

  /** Takes a key from inside the object; false when more of them are of no use. */
  lookAt(bytes: Uint8Array, start: number, end: number): boolean {
    if (this.shape.full) return false;
    this.shape.innerKey(decoder.decode(bytes.subarray(start, Math.min(end, start + LONGEST_KEY))));
    return true;
  }
}
