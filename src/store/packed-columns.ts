import type { TraceKey } from '../base/brand';
import type { Adjacency } from '../graph/adjacency';
import type { Grouping } from '../graph/grouping';
import type { TextTable, TraceColumns, TraceHeader } from '../trace/columns';
import { ArrayReader, packArrays, type PackedArrays } from './packed-arrays';

/**
 * The columns of a trace as they are stored: every array in one Blob. Inside a row they would be
 * limited: Chromium refuses values above 127 MiB, which the columns of a 900 MB trace reach.
 */
export interface PackedColumnsRow extends PackedArrays {
  readonly key: TraceKey;
  /** Rows of another layout are dropped and the bytes of the trace read again. */
  readonly layout: number;
  readonly symbols: readonly string[];
  readonly header: TraceHeader;
}

/** The layout written here; 1 held the arrays in the row. */
export const PACKED_LAYOUT = 2;

/** Packs columns and adjacency into a row. */
export function pack(key: TraceKey, columns: TraceColumns, adjacency: Adjacency): PackedColumnsRow {
  const { nodes, edges, operations, sessions, annotations, symbols, header } = columns;
  const { outgoing, incoming, edgesOfOperation, versions, operationsOfSession } = adjacency;
  const table = ({ bytes, starts }: TextTable) => [bytes, starts] as const;
  const range = (of: { readonly recordStart: Uint32Array; readonly recordEnd: Uint32Array }) =>
    [of.recordStart, of.recordEnd] as const;
  const group = ({ starts, members }: Grouping) => [starts, members] as const;
  const arrays = [
    ...[...table(nodes.id), nodes.fullName, nodes.className, nodes.category, nodes.session],
    ...[nodes.version, nodes.createdAt, nodes.valueStart, nodes.valueEnd, ...range(nodes)],
    ...[edges.source, edges.target, edges.op, edges.category, ...range(edges)],
    ...[...table(operations.id), operations.name, operations.category, operations.session],
    ...[operations.createdAt, ...range(operations)],
    ...[...table(sessions.id), sessions.category, sessions.createdAt, ...range(sessions)],
    annotations,
    ...[outgoing, incoming, edgesOfOperation, versions, operationsOfSession].flatMap(group),
    ...[adjacency.operationRank, adjacency.operationOrder],
  ];
  return { key, layout: PACKED_LAYOUT, symbols, header, ...packArrays(arrays) };
}

/** Columns and adjacency of a row of this layout; `buffer` holds its Blob's bytes and is kept. */
export function unpack(
  row: Pick<PackedColumnsRow, 'symbols' | 'header' | 'lengths'>,
  buffer: ArrayBuffer,
): { readonly columns: TraceColumns; readonly adjacency: Adjacency } {
  const next = new ArrayReader(buffer, row.lengths);
  // Members of an object literal are evaluated in order: the order of `pack`.
  const table = (): TextTable => ({ bytes: next.u8(), starts: next.u32() });
  const range = () => ({ recordStart: next.u32(), recordEnd: next.u32() });
  const group = (): Grouping => ({ starts: next.u32(), members: next.u32() });
  const columns: TraceColumns = {
    layout: 1,
    symbols: row.symbols,
    header: row.header,
    nodes: {
      id: table(),
      fullName: next.u32(),
      className: next.u32(),
      category: next.u32(),
      session: next.u32(),
      version: next.u32(),
      createdAt: next.f64(),
      valueStart: next.u32(),
      valueEnd: next.u32(),
      ...range(),
    },
    edges: {
      source: next.u32(),
      target: next.u32(),
      op: next.u32(),
      category: next.u32(),
      ...range(),
    },
    operations: {
      id: table(),
      name: next.u32(),
      category: next.u32(),
      session: next.u32(),
      createdAt: next.f64(),
      ...range(),
    },
    sessions: { id: table(), category: next.u32(), createdAt: next.f64(), ...range() },
    annotations: next.u32(),
  };
  const adjacency: Adjacency = {
    outgoing: group(),
    incoming: group(),
    edgesOfOperation: group(),
    versions: group(),
    operationsOfSession: group(),
    operationRank: next.u32(),
    operationOrder: next.u32(),
  };
  return { columns, adjacency };
}
