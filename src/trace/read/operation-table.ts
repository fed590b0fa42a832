import type { Steps } from '../../base/steps';
import { NONE, type OperationColumns } from '../columns';
import { GrowingF64 } from './growing';
import { IdTable } from './id-table';
import type { Interner } from './interner';
import { placeOf, RangeColumns, SymbolColumn, timeOf } from './record-columns';
import { FIELD } from './record-fields';
import type { RecordView } from './record-view';
import { SessionReferences } from './session-references';
import type { Skips } from './skips';

/** Fills the operation columns, one call a record. */
export class OperationTable {
  readonly ids = new IdTable();
  private readonly name: SymbolColumn;
  private readonly category: SymbolColumn;
  private readonly createdAt = new GrowingF64();
  private readonly ranges = new RangeColumns();
  private readonly sessions: SessionReferences;

  constructor(
    symbols: Interner,
    sessions: IdTable,
    private readonly skips: Skips,
  ) {
    this.category = new SymbolColumn(symbols, FIELD.category);
    this.name = new SymbolColumn(symbols, FIELD.opName);
    this.sessions = new SessionReferences(sessions, 'operations');
  }

  add(record: RecordView): void {
    const id = this.ids.reference(record, FIELD.opId);
    if (id === NONE) {
      this.skips.add('bad-record', 'An operation has no op_id.', placeOf(record, 'operations'));
      return;
    }
    if (!this.ids.claim(id)) {
      this.skips.add('duplicate-id', 'An op_id repeats.', placeOf(record, 'operations'), () =>
        this.ids.textOf(id),
      );
      return;
    }
    this.name.push(record);
    this.category.push(record);
    this.createdAt.push(timeOf(record, 'operations', this.skips));
    this.sessions.push(record);
    this.ranges.push(record);
  }

  *finish(): Steps<OperationColumns> {
    const id = yield* this.ids.table();
    return {
      id,
      name: this.name.finish(),
      category: this.category.finish(),
      session: this.sessions.finish(this.ranges, this.skips),
      createdAt: this.createdAt.finish(),
      ...this.ranges.finish(),
    };
  }
}
