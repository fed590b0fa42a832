import type { Steps } from '../../base/steps';
import { NONE, type SessionColumns } from '../columns';
import { GrowingF64 } from './growing';
import { IdTable } from './id-table';
import type { Interner } from './interner';
import { placeOf, RangeColumns, SymbolColumn, timeOf } from './record-columns';
import { FIELD } from './record-fields';
import type { RecordView } from './record-view';
import type { Skips } from './skips';

/** Fills the session columns, one call a record. */
export class SessionTable {
  readonly ids = new IdTable();
  private readonly category: SymbolColumn;
  private readonly createdAt = new GrowingF64();
  private readonly ranges = new RangeColumns();

  constructor(
    symbols: Interner,
    private readonly skips: Skips,
  ) {
    this.category = new SymbolColumn(symbols, FIELD.category);
  }

  add(record: RecordView): void {
    const id = this.ids.reference(record, FIELD.sessionId);
    if (id === NONE) {
      this.skips.add('bad-record', 'A session has no session_id.', placeOf(record, 'sessions'));
      return;
    }
    if (!this.ids.claim(id)) {
      this.skips.add('duplicate-id', 'A session_id repeats.', placeOf(record, 'sessions'), () =>
        this.ids.textOf(id),
      );
      return;
    }
    this.category.push(record);
    this.createdAt.push(timeOf(record, 'sessions', this.skips));
    this.ranges.push(record);
  }

  *finish(): Steps<SessionColumns> {
    const id = yield* this.ids.table();
    return {
      id,
      category: this.category.finish(),
      createdAt: this.createdAt.finish(),
      ...this.ranges.finish(),
    };
  }
}
