import type { Steps } from '../../base/steps';
import { NONE, type NodeColumns } from '../columns';
import { GrowingF64, GrowingU32 } from './growing';
import type { IdTable } from './id-table';
import { Interner } from './interner';
import { PairIndex } from './pair-index';
import { placeOf, RangeColumns, SymbolColumn, timeOf } from './record-columns';
import { FIELD } from './record-fields';
import type { RecordView } from './record-view';
import { SessionReferences } from './session-references';
import type { Skips } from './skips';
import { textTable } from './text-table-builder';
import { readVersion, splitNodeId } from './node-id';

const COLON = new Uint8Array([0x3a]);
const encoder = new TextEncoder();

/**
 * Fills the variable columns, one call a record, and resolves the ids that edges name. The derived
 * keys of a record are not read: full name and id follow from class_name, name and version, as
 * smartcomment recomputes them on import.
 */
export class NodeTable {
  private readonly fullNames = new Interner();
  private readonly rows = new PairIndex();
  private readonly fullName = new GrowingU32();
  private readonly className: SymbolColumn;
  private readonly category: SymbolColumn;
  private readonly version = new GrowingU32();
  private readonly createdAt = new GrowingF64();
  private readonly valueStart = new GrowingU32();
  private readonly valueEnd = new GrowingU32();
  private readonly ranges = new RangeColumns();
  private readonly sessions: SessionReferences;
  private scratch = new Uint8Array(1 << 8);

  constructor(
    symbols: Interner,
    sessions: IdTable,
    private readonly skips: Skips,
  ) {
    this.className = new SymbolColumn(symbols, FIELD.className);
    this.category = new SymbolColumn(symbols, FIELD.category);
    this.sessions = new SessionReferences(sessions, 'nodes');
  }

  get size(): number {
    return this.rows.size;
  }

  /** Adds a record; false when it was skipped. */
  add(record: RecordView): boolean {
    const fullName = this.fullNameOf(record);
    const version = record.has(FIELD.version)
      ? readVersion(record.bytes, record.fieldStart(FIELD.version), record.fieldEnd(FIELD.version))
      : 1;
    if (fullName === NONE || version === NONE) {
      const lacks = fullName === NONE ? 'name' : 'version that is a whole number';
      this.skips.add('bad-record', `A variable has no ${lacks}.`, placeOf(record, 'nodes'));
      return false;
    }
    if (this.rows.find(fullName, version) !== NONE) {
      this.skips.add('duplicate-id', 'A variable repeats.', placeOf(record, 'nodes'), () =>
        this.idText(fullName, version),
      );
      return false;
    }
    this.rows.add(fullName, version);
    this.fullName.push(fullName);
    this.version.push(version);
    this.className.push(record);
    this.category.push(record);
    this.createdAt.push(timeOf(record, 'nodes', this.skips));
    this.sessions.push(record);
    this.ranges.push(record);
    this.pushValue(record);
    return true;
  }

  /** The row with a full node id (`bytes[start..end)`, UTF-8), or NONE. */
  find(bytes: Uint8Array, start: number, end: number): number {
    const { at, version } = splitNodeId(bytes, start, end);
    if (version === NONE) return NONE;
    const fullName = this.fullNames.find(bytes, start, at);
    return fullName === NONE ? NONE : this.rows.find(fullName, version);
  }

  /** A reference to a full node id that may not be read yet: the number of its full name. */
  referName(bytes: Uint8Array, start: number, end: number, guess: number): number {
    return this.fullNames.internNear(bytes, start, end, guess);
  }

  rowOf(fullName: number, version: number): number {
    return this.rows.find(fullName, version);
  }

  idText(fullName: number, version: number): string {
    return `${this.fullNames.textOf(fullName)}@${String(version)}`;
  }

  idTextOfRow(row: number): string {
    return this.idText(this.fullName.at(row), this.version.at(row));
  }

  /** Whether a variable has this full node id, or this full name in any version. */
  has(id: Uint8Array): boolean {
    if (this.find(id, 0, id.length) !== NONE) return true;
    const fullName = this.fullNames.find(id, 0, id.length);
    if (fullName === NONE) return false;
    if (this.rows.find(fullName, 1) !== NONE) return true;
    return this.fullName.includes(fullName);
  }

  *finish(): Steps<NodeColumns> {
    const fullName = this.fullName.finish();
    const version = this.version.finish();
    const id = yield* textTable(this.size, (row, append) => {
      append(this.fullNames.bytesOf(fullName[row] ?? 0));
      append(suffixOf(version[row] ?? 1));
    });
    const names = dense(fullName);
    yield;
    return {
      id,
      fullName: names,
      className: this.className.finish(),
      category: this.category.finish(),
      session: this.sessions.finish(this.ranges, this.skips),
      version,
      createdAt: this.createdAt.finish(),
      valueStart: this.valueStart.finish(),
      valueEnd: this.valueEnd.finish(),
      ...this.ranges.finish(),
    };
  }

  private pushValue(record: RecordView): void {
    const known = record.has(FIELD.value);
    const at = record.shift;
    this.valueStart.push(known ? record.fieldStart(FIELD.value) + at : record.offset);
    this.valueEnd.push(known ? record.fieldEnd(FIELD.value) + at : record.offset);
    const lacks = !known ? 'value' : !record.has(FIELD.metadata) ? 'metadata' : undefined;
    if (lacks === undefined) return;
    const detail = `A variable has no ${lacks}.`;
    this.skips.add('missing-field', detail, placeOf(record, 'nodes'), () => lacks);
  }

  /** The number of `class:name`, or of `name` alone when the class is null; NONE without a name. */
  private fullNameOf(record: RecordView): number {
    let used = 0;
    if (record.text(FIELD.className)) {
      used = this.append(record.textBytes, record.textStart, record.textEnd, 0);
      used = this.append(COLON, 0, 1, used);
    }
    if (!record.text(FIELD.name) || record.textEnd === record.textStart) return NONE;
    if (used === 0)
      return this.fullNames.intern(record.textBytes, record.textStart, record.textEnd);
    used = this.append(record.textBytes, record.textStart, record.textEnd, used);
    return this.fullNames.intern(this.scratch, 0, used);
  }

  private append(bytes: Uint8Array, start: number, end: number, used: number): number {
    const length = end - start;
    if (used + length > this.scratch.length) {
      const larger = new Uint8Array((used + length) * 2);
      larger.set(this.scratch.subarray(0, used));
      this.scratch = larger;
    }
    for (let i = 0; i < length; i++) this.scratch[used + i] = bytes[start + i] ?? 0;
    return used + length;
  }
}

const FIRST_VERSION = encoder.encode('@1');

function suffixOf(version: number): Uint8Array {
  return version === 1 ? FIRST_VERSION : encoder.encode(`@${String(version)}`);
}

/** Renumbers so that the numbers count up from 0 in the order of first appearance. */
function dense(numbers: Uint32Array): Uint32Array {
  const renumbered = new Uint32Array(numbers.length);
  const seen = new GrowingU32();
  let next = 0;
  for (let i = 0; i < numbers.length; i++) {
    const number = numbers[i] ?? 0;
    while (seen.length <= number) seen.push(NONE);
    if (seen.at(number) === NONE) seen.set(number, next++);
    renumbered[i] = seen.at(number);
  }
  return renumbered;
}
