import { traceKey, type TraceKey } from '../../src/base/brand';
import { buildAdjacency } from '../../src/graph/adjacency';
import type { WholeTrace } from '../../src/store/trace-door';
import type { TextTable, TraceColumns } from '../../src/trace/columns';
import { exampleCase } from './example-case';

const none = new Uint32Array(0);
const noTimes = new Float64Array(0);
const noTexts: TextTable = { bytes: new Uint8Array(0), starts: new Uint32Array(1) };
const noRecords = { recordStart: none, recordEnd: none };

/** The columns of a trace without any record. */
export const emptyColumns: TraceColumns = {
  layout: 1,
  symbols: [],
  nodes: {
    id: noTexts,
    fullName: none,
    className: none,
    category: none,
    session: none,
    version: none,
    createdAt: noTimes,
    valueStart: none,
    valueEnd: none,
    ...noRecords,
  },
  edges: { source: none, target: none, op: none, category: none, ...noRecords },
  operations: {
    id: noTexts,
    name: none,
    category: none,
    session: none,
    createdAt: noTimes,
    ...noRecords,
  },
  sessions: { id: noTexts, category: none, createdAt: noTimes, ...noRecords },
  annotations: none,
  header: {
    graphId: 'graph-1',
    userId: undefined,
    projectId: undefined,
    createdAt: '',
    metadata: '{}',
  },
};

/** A trace as it is stored, with one failed case and no records. */
export function exampleTrace(key: TraceKey = traceKey('trace-1'), addedAt = 1): WholeTrace {
  return {
    row: {
      key,
      name: 'a.json',
      path: 'folder/a.json',
      graphId: 'graph-1',
      system: 'mem0',
      dataset: 'LoCoMo',
      bytes: 2,
      counts: { nodes: 0, edges: 0, operations: 0, sessions: 0, annotations: 0 },
      judged: 1,
      failed: 1,
      unscored: 0,
      labelled: 0,
      hasEvidence: true,
      addedAt,
    },
    bytes: new Blob(['{}']),
    columns: emptyColumns,
    adjacency: buildAdjacency(emptyColumns),
    cases: [exampleCase({ traceKey: key })],
  };
}
