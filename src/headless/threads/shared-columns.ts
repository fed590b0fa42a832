import type { Adjacency } from '../../graph/adjacency';
import type { Grouping } from '../../graph/grouping';
import type { TextTable, TraceColumns } from '../../trace/columns';

/** The same columns in memory that other threads read without a copy of their own. */
export function shareColumns(columns: TraceColumns): TraceColumns {
  const { nodes, edges, operations, sessions } = columns;
  return {
    ...columns,
    nodes: {
      ...ranges(nodes),
      id: table(nodes.id),
      fullName: u32(nodes.fullName),
      className: u32(nodes.className),
      category: u32(nodes.category),
      session: u32(nodes.session),
      version: u32(nodes.version),
      createdAt: f64(nodes.createdAt),
      valueStart: u32(nodes.valueStart),
      valueEnd: u32(nodes.valueEnd),
    },
    edges: {
      ...ranges(edges),
      source: u32(edges.source),
      target: u32(edges.target),
      op: u32(edges.op),
      category: u32(edges.category),
    },
    operations: {
      ...ranges(operations),
      id: table(operations.id),
      name: u32(operations.name),
      category: u32(operations.category),
      session: u32(operations.session),
      createdAt: f64(operations.createdAt),
    },
    sessions: {
      ...ranges(sessions),
      id: table(sessions.id),
      category: u32(sessions.category),
      createdAt: f64(sessions.createdAt),
    },
    annotations: u32(columns.annotations),
  };
}

/** The same adjacency in shared memory. */
export function shareAdjacency(adjacency: Adjacency): Adjacency {
  return {
    outgoing: grouping(adjacency.outgoing),
    incoming: grouping(adjacency.incoming),
    edgesOfOperation: grouping(adjacency.edgesOfOperation),
    versions: grouping(adjacency.versions),
    operationsOfSession: grouping(adjacency.operationsOfSession),
    operationRank: u32(adjacency.operationRank),
    operationOrder: u32(adjacency.operationOrder),
  };
}

function u8(array: Uint8Array): Uint8Array {
  const copy = new Uint8Array(new SharedArrayBuffer(array.byteLength));
  copy.set(array);
  return copy;
}

function u32(array: Uint32Array): Uint32Array {
  const copy = new Uint32Array(new SharedArrayBuffer(array.byteLength));
  copy.set(array);
  return copy;
}

function f64(array: Float64Array): Float64Array {
  const copy = new Float64Array(new SharedArrayBuffer(array.byteLength));
  copy.set(array);
  return copy;
}

const table = ({ bytes, starts }: TextTable): TextTable => ({
  bytes: u8(bytes),
  starts: u32(starts),
});

const grouping = ({ starts, members }: Grouping): Grouping => ({
  starts: u32(starts),
  members: u32(members),
});

const ranges = (of: { readonly recordStart: Uint32Array; readonly recordEnd: Uint32Array }) => ({
  recordStart: u32(of.recordStart),
  recordEnd: u32(of.recordEnd),
});
