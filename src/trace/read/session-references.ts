import { NONE } from '../columns';
import { GrowingU32 } from './growing';
import type { IdTable } from './id-table';
import type { ListName, RangeColumns } from './record-columns';
import { FIELD } from './record-fields';
import type { RecordView } from './record-view';
import type { Skips } from './skips';

/** The `session_id` of each record, resolved once all sessions are known. */
export class SessionReferences {
  private readonly references = new GrowingU32();

  constructor(
    private readonly sessions: IdTable,
    private readonly list: ListName,
  ) {}

  push(record: RecordView): void {
    this.references.push(this.sessions.reference(record, FIELD.sessionId));
  }

  /** Session row of each record; NONE, and a note, where the trace holds no such session. */
  finish(ranges: RangeColumns, skips: Skips): Uint32Array {
    const rows = this.references.finish();
    for (let i = 0; i < rows.length; i++) {
      const id = rows[i] ?? NONE;
      const row = this.sessions.row(id);
      rows[i] = row;
      if (row !== NONE) continue;
      const where = { list: this.list, record: i, byte: ranges.startOf(i) };
      skips.add('unknown-session', 'A session_id names no session of the trace.', where, () =>
        this.sessions.textOf(id),
      );
    }
    return rows;
  }
}
