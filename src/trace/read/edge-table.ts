import type { Steps } from '../../base/steps';
import { NONE, type EdgeColumns } from '../columns';
import { GrowingU32 } from './growing';
import type { IdTable } from './id-table';
import { Interner } from './interner';
import { splitNodeId } from './node-id';
import type { NodeTable } from './node-table';
import { placeOf, RangeColumns, SymbolColumn } from './record-columns';
import { FIELD } from './record-fields';
import type { RecordView } from './record-view';
import type { Skips } from './skips';
import { ROWS_PER_STEP } from './text-table-builder';

/** A reference to a variable by the number of its full name and its version. */
class EndColumn {
  private readonly name = new GrowingU32();
  private readonly version = new GrowingU32();
  private last = 0;

  constructor(private readonly nodes: NodeTable) {}

  push(record: RecordView, field: number): void {
    let version = NONE;
    let name = NONE;
    if (record.text(field)) {
      const split = splitNodeId(record.textBytes, record.textStart, record.textEnd);
      version = split.version;
      this.last = this.nodes.referName(record.textBytes, record.textStart, split.at, this.last);
      name = this.last;
    }
    this.name.push(name);
    this.version.push(version);
  }

  row(edge: number): number {
    const version = this.version.at(edge);
    return version === NONE ? NONE : this.nodes.rowOf(this.name.at(edge), version);
  }

  text(edge: number): string {
    const name = this.name.at(edge);
    return name === NONE ? '' : this.nodes.idText(name, this.version.at(edge));
  }
}

/** Fills the edge columns; ends and operations are resolved at the end, whatever order the file has. */
export class EdgeTable {
  private readonly edgeIds = new Interner();
  private readonly sources: EndColumn;
  private readonly targets: EndColumn;
  private readonly op = new GrowingU32();
  private readonly category: SymbolColumn;
  private readonly ranges = new RangeColumns();

  constructor(
    nodes: NodeTable,
    private readonly operations: IdTable,
    symbols: Interner,
    private readonly skips: Skips,
  ) {
    this.sources = new EndColumn(nodes);
    this.targets = new EndColumn(nodes);
    this.category = new SymbolColumn(symbols, FIELD.category);
  }

  add(record: RecordView): void {
    if (record.text(FIELD.edgeId)) {
      const before = this.edgeIds.size;
      const id = this.edgeIds.intern(record.textBytes, record.textStart, record.textEnd);
      if (id < before) {
        this.skips.add('duplicate-id', 'An edge_id repeats.', placeOf(record, 'edges'), () =>
          this.edgeIds.textOf(id),
        );
        return;
      }
    }
    this.sources.push(record, FIELD.source);
    this.targets.push(record, FIELD.target);
    this.op.push(this.operations.reference(record, FIELD.opId));
    this.category.push(record);
    this.ranges.push(record);
  }

  *finish(): Steps<EdgeColumns> {
    const read = this.op.length;
    const { recordStart, recordEnd } = this.ranges.finish();
    const op = this.op.finish();
    const category = this.category.finish();
    const source = new Uint32Array(read);
    const target = new Uint32Array(read);
    let kept = 0;
    for (let edge = 0; edge < read; edge++) {
      if (edge % ROWS_PER_STEP === 0) yield;
      const from = this.sources.row(edge);
      const to = this.targets.row(edge);
      const byte = recordStart[edge] ?? 0;
      if (from === NONE || to === NONE) {
        const end = from === NONE ? this.sources : this.targets;
        const detail = 'An end of the edge is not a variable of the trace.';
        this.skips.add('dangling-edge', detail, { list: 'edges', byte, record: edge }, () =>
          end.text(edge),
        );
        continue;
      }
      source[kept] = from;
      target[kept] = to;
      op[kept] = this.operationRow(op[edge] ?? NONE, edge, byte);
      category[kept] = category[edge] ?? NONE;
      recordStart[kept] = byte;
      recordEnd[kept] = recordEnd[edge] ?? 0;
      kept++;
    }
    const cut = (column: Uint32Array): Uint32Array =>
      kept === read ? column : column.slice(0, kept);
    return {
      source: cut(source),
      target: cut(target),
      op: cut(op),
      category: cut(category),
      recordStart: cut(recordStart),
      recordEnd: cut(recordEnd),
    };
  }

  private operationRow(id: number, edge: number, byte: number): number {
    const row = this.operations.row(id);
    if (row === NONE)
      this.skips.add(
        'unknown-operation',
        'An op_id names no operation of the trace.',
        { list: 'edges', record: edge, byte },
        () => this.operations.textOf(id),
      );
    return row;
  }
}
