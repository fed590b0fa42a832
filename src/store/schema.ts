import type { Rows, TableName } from './rows';

/** The database's name. Never changed: a new name would hide everything stored under the old one. */
export const DATABASE = 'memtrace';

/** Raised by one with each change of TABLES; every released version keeps its upgrade. */
export const SCHEMA_VERSION = 5;

/**
 * Primary keys and nothing more: rows are found by their key or by its first part, and an index
 * makes writing 100,000 rows 14 s instead of 12 s.
 */
export const TABLES: Readonly<Record<TableName, string>> = {
  traces: 'key',
  traceBytes: 'key',
  traceColumns: 'key',
  traceCases: 'key',
  searchIndexes: 'key',
  caseLists: 'key',
  verdicts: '[traceKey+queryId+method+evidenceMode+evidenceQuery]',
  labels: '[traceKey+queryId+annotator]',
  imports: 'id',
  notebooks: 'id',
  settings: 'key',
  runs: 'id',
  runCases: '[runId+traceKey+queryId]',
  models: 'id',
  sealedKeys: 'key',
  modelCalls: 'key',
  modelVectors: 'key',
  callLog: 'id',
  labs: 'id',
  trials: '[labId+id]',
  suggestions: '[labId+id]',
  labRuns: '[labId+id]',
  labSteps: '[runId+key]',
  trialTraces: 'ref',
};

/** A primary key: text, or the parts of a compound key in order. */
export type Key = string | readonly string[];

/** The primary key of a row, as TABLES says it. */
export const keyOf: { readonly [N in TableName]: (row: Rows[N]) => Key } = {
  traces: (row) => row.key,
  traceBytes: (row) => row.key,
  traceColumns: (row) => row.key,
  traceCases: (row) => row.key,
  searchIndexes: (row) => row.key,
  caseLists: (row) => row.key,
  verdicts: (row) => [row.traceKey, row.queryId, row.method, row.evidenceMode, row.evidenceQuery],
  labels: (row) => [row.traceKey, row.queryId, row.annotator],
  imports: (row) => row.id,
  notebooks: (row) => row.id,
  settings: (row) => row.key,
  runs: (row) => row.id,
  runCases: (row) => [row.runId, row.traceKey, row.queryId],
  models: (row) => row.id,
  sealedKeys: (row) => row.key,
  modelCalls: (row) => row.key,
  modelVectors: (row) => row.key,
  callLog: (row) => row.id,
  labs: (row) => row.id,
  trials: (row) => [row.labId, row.id],
  suggestions: (row) => [row.labId, row.id],
  labRuns: (row) => [row.labId, row.id],
  labSteps: (row) => [row.runId, row.key],
  trialTraces: (row) => row.ref,
};
