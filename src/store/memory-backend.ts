import type { Backend } from './backend';
import type { Rows, TableName } from './rows';
import { keyOf, type Key } from './schema';

type Tables = { readonly [N in TableName]: Map<string, Rows[N]> };

/** Rows in memory, for browsers without IndexedDB and for tests. Gone with the page. */
export class MemoryBackend implements Backend {
  private tables: Tables = emptyTables();

  get<N extends TableName>(table: N, key: Key): Promise<Rows[N] | undefined> {
    return Promise.resolve(this.tables[table].get(asText(key)));
  }

  all<N extends TableName>(table: N): Promise<readonly Rows[N][]> {
    return Promise.resolve(inKeyOrder(this.tables[table]));
  }

  under<N extends TableName>(table: N, first: string): Promise<readonly Rows[N][]> {
    const start = asText([first]);
    const rows = new Map([...this.tables[table]].filter(([key]) => key.startsWith(start)));
    return Promise.resolve(inKeyOrder(rows));
  }

  put<N extends TableName>(table: N, rows: readonly Rows[N][]): Promise<void> {
    for (const row of rows) this.tables[table].set(asText(keyOf[table](row)), row);
    return Promise.resolve();
  }

  remove(table: TableName, keys: readonly Key[]): Promise<void> {
    for (const key of keys) this.tables[table].delete(asText(key));
    return Promise.resolve();
  }

  async atomically<T>(_tables: readonly TableName[], work: () => Promise<T>): Promise<T> {
    const before = copyTables(this.tables);
    try {
      return await work();
    } catch (error) {
      this.tables = before;
      throw error;
    }
  }

  close(): void {
    this.tables = emptyTables();
  }
}

/** Every part ends with a NUL, so that `["a"]` starts no key but those whose first part is `a`. */
const asText = (key: Key): string =>
  (typeof key === 'string' ? [key] : key).map((part) => `${part}\0`).join('');

const inKeyOrder = <Row>(rows: ReadonlyMap<string, Row>): Row[] =>
  [...rows].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).map(([, row]) => row);

function emptyTables(): Tables {
  return {
    traces: new Map(),
    traceBytes: new Map(),
    traceColumns: new Map(),
    traceCases: new Map(),
    searchIndexes: new Map(),
    caseLists: new Map(),
    verdicts: new Map(),
    labels: new Map(),
    imports: new Map(),
    notebooks: new Map(),
    settings: new Map(),
    runs: new Map(),
    runCases: new Map(),
    models: new Map(),
    sealedKeys: new Map(),
    modelCalls: new Map(),
    modelVectors: new Map(),
    callLog: new Map(),
    labs: new Map(),
    trials: new Map(),
    suggestions: new Map(),
    labRuns: new Map(),
    labSteps: new Map(),
    trialTraces: new Map(),
  };
}

const copyTables = (tables: Tables): Tables => ({
  traces: new Map(tables.traces),
  traceBytes: new Map(tables.traceBytes),
  traceColumns: new Map(tables.traceColumns),
  traceCases: new Map(tables.traceCases),
  searchIndexes: new Map(tables.searchIndexes),
  caseLists: new Map(tables.caseLists),
  verdicts: new Map(tables.verdicts),
  labels: new Map(tables.labels),
  imports: new Map(tables.imports),
  notebooks: new Map(tables.notebooks),
  settings: new Map(tables.settings),
  runs: new Map(tables.runs),
  runCases: new Map(tables.runCases),
  models: new Map(tables.models),
  sealedKeys: new Map(tables.sealedKeys),
  modelCalls: new Map(tables.modelCalls),
  modelVectors: new Map(tables.modelVectors),
  callLog: new Map(tables.callLog),
  labs: new Map(tables.labs),
  trials: new Map(tables.trials),
  suggestions: new Map(tables.suggestions),
  labRuns: new Map(tables.labRuns),
  labSteps: new Map(tables.labSteps),
  trialTraces: new Map(tables.trialTraces),
});
