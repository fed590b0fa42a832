import { nodeId, opId, type NodeId, type OpId, type TraceKey } from '../base/brand';
import type { TraceBytes } from '../trace/bytes';
import { NONE, type TextTable, type TraceColumns } from '../trace/columns';
import { readImportReport, type ImportReport } from '../trace/import-report';
import { parseRecord, type JsonObject } from '../trace/json';
import type { Adjacency } from './adjacency';
import { includesBytes, type BytePattern } from './byte-search';
import { membersOf } from './grouping';
import { readRecordText, readStringToken } from './record-reader';
import { recogniseSystem, type MemorySystem } from './system';
import { rowsUpTo, TextIndex } from './text-index';
import { textAt } from './text-table';

/** The sign between a full name and its version. */
const AT = 0x40;

/** Finds every string of a table. */
function indexOf(table: TextTable): TextIndex {
  const count = table.starts.length - 1;
  return new TextIndex(table, rowsUpTo(count), count);
}

/**
 * One trace as a graph of variables joined by edges that operations caused. Variables, edges,
 * operations and sessions are dense indexes in file order; strings appear only at the edges of the
 * API. Values, comments and metadata are read from the bytes on demand and not kept.
 */
export class EvolutionGraph {
  readonly nodeCount: number;
  readonly edgeCount: number;
  readonly operationCount: number;
  readonly sessionCount: number;
  readonly system: MemorySystem;
  /** What an importer made of the file of another tool; `undefined` for a trace that is one itself. */
  readonly imported: ImportReport | undefined;
  private nodesById: TextIndex | undefined;
  private operationsById: TextIndex | undefined;
  private nodesByName: TextIndex | undefined;

  constructor(
    readonly key: TraceKey,
    readonly columns: TraceColumns,
    readonly adjacency: Adjacency,
    private readonly bytes: TraceBytes,
  ) {
    this.nodeCount = columns.nodes.version.length;
    this.edgeCount = columns.edges.source.length;
    this.operationCount = columns.operations.name.length;
    this.sessionCount = columns.sessions.category.length;
    this.system = this.recognise();
    this.imported = readImportReport(columns.header.metadata);
  }

  /** Whether what happened before retrieval was not recorded. */
  get isPartial(): boolean {
    return this.imported !== undefined && this.imported.reach !== 'stages';
  }

  // --- variables -------------------------------------------------------------------------------

  /** `class:name@version`. */
  nodeId(node: number): NodeId {
    return nodeId(textAt(this.columns.nodes.id, node));
  }

  /** The variable with a full node id, or `undefined`. Compared by equality. */
  findNode(id: string): number | undefined {
    this.nodesById ??= indexOf(this.columns.nodes.id);
    return this.nodesById.find(id);
  }

  /** `class:name`, the id without its version. */
  fullName(node: number): string {
    const id = this.nodeId(node);
    const at = id.lastIndexOf('@');
    return at < 0 ? id : id.slice(0, at);
  }

  /** The last inserted version of a full name, or `undefined`. */
  latestVersion(fullName: string): number | undefined {
    this.nodesByName ??= this.indexNames();
    const node = this.nodesByName.find(fullName);
    return node === undefined ? undefined : this.versions(node).at(-1);
  }

  /** Every version of the thing this variable is a version of, in order of insertion. */
  versions(node: number): Uint32Array {
    return membersOf(this.adjacency.versions, this.columns.nodes.fullName[node] ?? NONE);
  }

  className(node: number): string | undefined {
    return this.symbol(this.columns.nodes.className[node]);
  }

  category(node: number): string {
    return this.symbol(this.columns.nodes.category[node]) ?? '';
  }

  version(node: number): number {
    return this.columns.nodes.version[node] ?? 0;
  }

  /** Milliseconds of execution time, NaN when unreadable. */
  createdAt(node: number): number {
    return this.columns.nodes.createdAt[node] ?? Number.NaN;
  }

  /** The value exactly as recorded; empty when the variable has none. */
  rawValue(node: number): string {
    const { valueStart, valueEnd } = this.columns.nodes;
    return readStringToken(this.bytes, valueStart[node] ?? 0, valueEnd[node] ?? 0) ?? '';
  }

  /**
   * Whether the recorded value holds a piece of text, looked for in the bytes of the file without
   * decoding the value: for the many large versions of one unit.
   * @param pattern the piece as a JSON string writes it, without quotes
   */
  valueIncludes(node: number, pattern: BytePattern): boolean {
    const { valueStart, valueEnd } = this.columns.nodes;
    const start = valueStart[node] ?? 0;
    return includesBytes(this.bytes.read(start, valueEnd[node] ?? start), pattern);
  }

  /** Bytes that the value takes in the file, without reading it. */
  valueBytes(node: number): number {
    return (this.columns.nodes.valueEnd[node] ?? 0) - (this.columns.nodes.valueStart[node] ?? 0);
  }

  /** Edge indexes leaving a variable, in file order. */
  outgoing(node: number): Uint32Array {
    return membersOf(this.adjacency.outgoing, node);
  }

  /** Edge indexes entering a variable, in file order. */
  incoming(node: number): Uint32Array {
    return membersOf(this.adjacency.incoming, node);
  }

  // --- edges -----------------------------------------------------------------------------------

  source(edge: number): number {
    return this.columns.edges.source[edge] ?? NONE;
  }

  target(edge: number): number {
    return this.columns.edges.target[edge] ?? NONE;
  }

  /** The operation that caused an edge, or `undefined` for a link outside any known operation. */
  operationOfEdge(edge: number): number | undefined {
    const op = this.columns.edges.op[edge] ?? NONE;
    return op === NONE ? undefined : op;
  }

  edgeCategory(edge: number): string {
    return this.symbol(this.columns.edges.category[edge]) ?? '';
  }

  // --- operations ------------------------------------------------------------------------------

  opId(op: number): OpId {
    return opId(textAt(this.columns.operations.id, op));
  }

  /** The operation with an `op_id`, or `undefined`. Compared by equality. */
  findOperation(id: string): number | undefined {
    this.operationsById ??= indexOf(this.columns.operations.id);
    return this.operationsById.find(id);
  }

  operationName(op: number): string {
    return this.symbol(this.columns.operations.name[op]) ?? '';
  }

  operationCategory(op: number): string {
    return this.symbol(this.columns.operations.category[op]) ?? '';
  }

  /** Position of an operation in execution order (created_at, then file order). */
  rank(op: number): number {
    return this.adjacency.operationRank[op] ?? NONE;
  }

  operationCreatedAt(op: number): number {
    return this.columns.operations.createdAt[op] ?? Number.NaN;
  }

  /** Edge indexes of an operation, in file order (which is the rank of retrieval results). */
  edgesOf(op: number): Uint32Array {
    return membersOf(this.adjacency.edgesOfOperation, op);
  }

  operationSession(op: number): number | undefined {
    const session = this.columns.operations.session[op] ?? NONE;
    return session === NONE ? undefined : session;
  }

  nodeSession(node: number): number | undefined {
    const session = this.columns.nodes.session[node] ?? NONE;
    return session === NONE ? undefined : session;
  }

  sessionId(session: number): string {
    return textAt(this.columns.sessions.id, session);
  }

  // --- records on demand -----------------------------------------------------------------------

  /** The whole record of a variable as written; large values included. */
  nodeRecord(node: number): JsonObject {
    return this.record(this.columns.nodes, node);
  }

  edgeRecord(edge: number): JsonObject {
    return this.record(this.columns.edges, edge);
  }

  operationRecord(op: number): JsonObject {
    return this.record(this.columns.operations, op);
  }

  sessionRecord(session: number): JsonObject {
    return this.record(this.columns.sessions, session);
  }

  /** The record's text as it stands in the file. */
  nodeRecordText(node: number): string {
    const { recordStart, recordEnd } = this.columns.nodes;
    return readRecordText(this.bytes, recordStart[node] ?? 0, recordEnd[node] ?? 0);
  }

  /** The annotation records of the file, in order. */
  annotationRecords(): readonly JsonObject[] {
    const ranges = this.columns.annotations;
    const records: JsonObject[] = [];
    for (let i = 0; i + 1 < ranges.length; i += 2)
      records.push(parseRecord(readRecordText(this.bytes, ranges[i] ?? 0, ranges[i + 1] ?? 0)));
    return records;
  }

  /** Finds the first variable of each full name. */
  private indexNames(): TextIndex {
    const { starts, members } = this.adjacency.versions;
    const firsts = Array.from(
      { length: starts.length - 1 },
      (_, name) => members[starts[name] ?? 0],
    );
    const { id } = this.columns.nodes;
    const endOf = (node: number): number => {
      const end = id.starts[node + 1] ?? 0;
      const at = id.bytes.subarray(id.starts[node] ?? 0, end).lastIndexOf(AT);
      return at < 0 ? end : (id.starts[node] ?? 0) + at;
    };
    const nodes = firsts.filter((node) => node !== undefined);
    return new TextIndex(id, nodes, nodes.length, endOf);
  }

  private record(
    columns: { readonly recordStart: Uint32Array; readonly recordEnd: Uint32Array },
    index: number,
  ): JsonObject {
    const start = columns.recordStart[index] ?? 0;
    return parseRecord(readRecordText(this.bytes, start, columns.recordEnd[index] ?? start));
  }

  private symbol(index: number | undefined): string | undefined {
    return index === undefined || index === NONE ? undefined : this.columns.symbols[index];
  }

  private recognise(): MemorySystem {
    const { header, operations } = this.columns;
    const metadata = parseRecord(header.metadata);
    const layer = metadata.get('layer_type');
    const names = new Set<string>();
    for (const name of operations.name) {
      const text = this.symbol(name);
      if (text !== undefined) names.add(text);
    }
    const layers = [typeof layer === 'string' ? layer : undefined, header.projectId];
    return recogniseSystem(layers, names, this.columns.symbols.includes('message_buffer'));
  }
}
