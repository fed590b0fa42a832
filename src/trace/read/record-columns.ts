import type { Place } from '../../base/problem';
import { NONE } from '../columns';
import { GrowingU32 } from './growing';
import type { Interner } from './interner';
import { FIELD } from './record-fields';
import type { RecordView } from './record-view';
import type { Skips } from './skips';
import { readTimestamp } from './timestamp';

const LIST_NAMES = ['nodes', 'edges', 'operations', 'sessions', 'annotations'] as const;

/** A list of records inside `data`. */
export type ListName = (typeof LIST_NAMES)[number];

/** The list that a key of `data` names. */
export const listNamed = (key: string): ListName | undefined =>
  LIST_NAMES.find((name) => name === key);

/** Where a record stands, for the list of what was skipped. */
export function placeOf(record: RecordView, list: ListName): Place {
  return { list, record: record.index, byte: record.offset };
}

/** A column of symbols: the few distinct strings of one field. */
export class SymbolColumn {
  private readonly column = new GrowingU32();
  private last = 0;

  constructor(
    private readonly symbols: Interner,
    private readonly field: number,
  ) {}

  /** Takes the field of a record; NONE when it is null, missing or not a string. */
  push(record: RecordView): void {
    if (!record.text(this.field)) {
      this.column.push(NONE);
      return;
    }
    const { textBytes, textStart, textEnd } = record;
    this.last = this.symbols.internNear(textBytes, textStart, textEnd, this.last);
    this.column.push(this.last);
  }

  finish(): Uint32Array {
    return this.column.finish();
  }
}

/** `created_at` in milliseconds; NaN and a note when it is missing or in another form. */
export function timeOf(record: RecordView, list: ListName, skips: Skips): number {
  const start = record.fieldStart(FIELD.createdAt);
  const end = record.fieldEnd(FIELD.createdAt);
  const time = readTimestamp(record.bytes, start, end);
  if (Number.isNaN(time))
    skips.add('bad-timestamp', 'A created_at is not a time.', placeOf(record, list), () =>
      new TextDecoder().decode(record.bytes.subarray(start, Math.min(end, start + 64))),
    );
  return time;
}

/** Byte ranges of records inside the trace. */
export class RangeColumns {
  private readonly starts = new GrowingU32();
  private readonly ends = new GrowingU32();

  push(record: RecordView): void {
    this.starts.push(record.offset);
    this.ends.push(record.end + record.shift);
  }

  startOf(row: number): number {
    return this.starts.at(row);
  }

  finish(): { readonly recordStart: Uint32Array; readonly recordEnd: Uint32Array } {
    return { recordStart: this.starts.finish(), recordEnd: this.ends.finish() };
  }
}
