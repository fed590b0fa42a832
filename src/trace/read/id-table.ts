import type { Steps } from '../../base/steps';
import { NONE, type TextTable } from '../columns';
import { GrowingU32 } from './growing';
import { Interner } from './interner';
import type { RecordView } from './record-view';
import { textTable } from './text-table-builder';

/** Rows known by one id field (sessions, operations), and the references to them met so far. */
export class IdTable {
  private readonly ids = new Interner();
  private readonly rowOfId = new GrowingU32();
  private readonly idOfRow = new GrowingU32();
  private last = 0;

  get size(): number {
    return this.idOfRow.length;
  }

  /** The number of the id in a string field, NONE when the field is missing or not a string. */
  reference(record: RecordView, field: number): number {
    if (!record.text(field)) return NONE;
    const { textBytes, textStart, textEnd } = record;
    this.last = this.ids.internNear(textBytes, textStart, textEnd, this.last);
    return this.last;
  }

  /** The row that an id number names, or NONE. */
  row(id: number): number {
    return id === NONE || id >= this.rowOfId.length ? NONE : this.rowOfId.at(id);
  }

  /** Takes an id for the next row; false when a row has it already. */
  claim(id: number): boolean {
    while (this.rowOfId.length <= id) this.rowOfId.push(NONE);
    if (this.rowOfId.at(id) !== NONE) return false;
    this.rowOfId.set(id, this.size);
    this.idOfRow.push(id);
    return true;
  }

  textOf(id: number): string {
    return id === NONE ? '' : this.ids.textOf(id);
  }

  /** The id of each row. */
  table(): Steps<TextTable> {
    return textTable(this.size, (row, append) => {
      append(this.ids.bytesOf(this.idOfRow.at(row)));
    });
  }
}
