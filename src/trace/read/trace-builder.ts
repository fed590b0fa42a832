import type { TraceKey } from '../../base/brand';
import type { Steps } from '../../base/steps';
import type { ReadTrace, TraceColumns } from '../columns';
import { readImportReport } from '../import-report';
import { findCycle } from './cycle';
import { EdgeTable } from './edge-table';
import { EvidenceCheck } from './evidence-check';
import { GrowingU32 } from './growing';
import { HeaderFields } from './header-fields';
import { Interner } from './interner';
import { NodeTable } from './node-table';
import { OperationTable } from './operation-table';
import type { ListName } from './record-columns';
import type { RecordView } from './record-view';
import { SessionTable } from './session-table';
import { Skips } from './skips';
import { Tolerated } from './tolerated';

/** The variable that stands for no input or no output. */
const SENTINEL = new TextEncoder().encode('COMMENT:NONE@1');

/** Turns the records of one graph, in whatever order they come, into the columns of a trace. */
export class TraceBuilder {
  readonly skips = new Skips();
  readonly tolerated = new Tolerated();
  readonly header = new HeaderFields();
  private readonly symbols = new Interner();
  private readonly sessions = new SessionTable(this.symbols, this.skips);
  private readonly operations = new OperationTable(this.symbols, this.sessions.ids, this.skips);
  private readonly nodes = new NodeTable(this.symbols, this.sessions.ids, this.skips);
  private readonly edges = new EdgeTable(this.nodes, this.operations.ids, this.symbols, this.skips);
  private readonly evidence = new EvidenceCheck(this.nodes, this.skips);
  private readonly annotations = new GrowingU32();
  /** Records given so far, whatever became of them. */
  records = 0;

  /** Takes one record of a list. */
  add(list: ListName, record: RecordView): void {
    this.records++;
    switch (list) {
      case 'nodes':
        if (this.nodes.add(record)) this.evidence.addQuestion(record);
        return;
      case 'edges':
        this.edges.add(record);
        return;
      case 'operations':
        this.operations.add(record);
        return;
      case 'sessions':
        this.sessions.add(record);
        return;
      case 'annotations':
        this.annotations.push(record.offset);
        this.annotations.push(record.end + record.shift);
        this.evidence.addAnnotation(record);
        return;
    }
  }

  /** Whether there were records and none was a variable or an operation: some other graph. */
  get holdsNothing(): boolean {
    return this.records > 0 && this.nodes.size === 0 && this.operations.ids.size === 0;
  }

  /**
   * Resolves references and checks the whole, with stops on the way.
   * @param start byte range of the graph in the file
   */
  *finish(key: TraceKey, start: number, end: number): Steps<ReadTrace> {
    const nodes = yield* this.nodes.finish();
    const edges = yield* this.edges.finish();
    const operations = yield* this.operations.finish();
    const sessions = yield* this.sessions.finish();
    yield* this.evidence.finish();
    const cycle = yield* findCycle(
      nodes,
      edges,
      this.nodes.find(SENTINEL, 0, SENTINEL.length),
      (row) => this.nodes.idTextOfRow(row),
    );
    if (cycle !== undefined) this.skips.add('cycle', cycle, {}, () => cycle);
    const header = this.header.finish();
    if (readImportReport(header.metadata)?.timed === false) {
      // Its times only stand for the order: none of them was recorded.
      for (const { createdAt } of [nodes, operations, sessions]) createdAt.fill(Number.NaN);
    }
    const columns: TraceColumns = {
      layout: 1,
      symbols: this.symbols.texts(),
      nodes,
      edges,
      operations,
      sessions,
      annotations: this.annotations.finish(),
      header,
    };
    const [skipped, tolerated] = [this.skips.list(), this.tolerated.list()];
    return { key, start, end, columns, skipped, tolerated };
  }
}
