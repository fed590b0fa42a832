import type { TraceKey } from '../base/brand';
import type { Result } from '../base/result';
import type { Case } from '../cases/case';
import type { Adjacency } from '../graph/adjacency';
import type { SearchIndex } from '../graph/search/search-index';
import type { TraceColumns } from '../trace/columns';
import type { Access } from './access';
import { PACKED_LAYOUT, pack, unpack } from './packed-columns';
import { caseParts, furtherParts } from './case-parts';
import { PACKED_INDEX_LAYOUT, packIndex, unpackIndex } from './packed-index';
import type { ListedCase, TableName, TraceBytesRow, TraceRow } from './rows';

/** A trace with everything that is kept of it. */
export interface WholeTrace {
  readonly row: TraceRow;
  readonly bytes: Blob;
  readonly columns: TraceColumns;
  readonly adjacency: Adjacency;
  readonly cases: readonly Case[];
}

/** What reading left, so that opening again parses nothing. */
export interface StoredColumns {
  readonly columns: TraceColumns;
  readonly adjacency: Adjacency;
}

const PARTS = [
  'traces',
  'traceBytes',
  'traceColumns',
  'traceCases',
  'searchIndexes',
  'caseLists',
] as const satisfies TableName[];

/** Traces: summaries, bytes, columns, cases. */
export class TraceDoor {
  constructor(private readonly access: Access) {}

  /** Summaries of all stored traces, in the order in which they were added. */
  async all(): Promise<Result<readonly TraceRow[]>> {
    return this.access.read('reading the list of traces', async (tables) =>
      [...(await tables.all('traces'))].sort((a, b) => a.addedAt - b.addedAt),
    );
  }

  /** Stores a trace with all its parts, or nothing of it. */
  add(trace: WholeTrace): Promise<Result<void>> {
    const { key } = trace.row;
    return this.access.write(`storing the trace ${trace.row.name}`, (tables) =>
      tables.atomically(PARTS, async () => {
        await tables.put('traceBytes', [{ key, bytes: trace.bytes }]);
        await tables.put('traceColumns', [pack(key, trace.columns, trace.adjacency)]);
        await tables.put('traceCases', caseParts(key, trace.cases));
        await tables.put('traces', [trace.row]);
      }),
    );
  }

  bytes(key: TraceKey): Promise<Result<TraceBytesRow | undefined>> {
    return this.access.read('reading the bytes of a trace', (t) => t.get('traceBytes', key));
  }

  /** Undefined as well when they are stored in an older layout. */
  columns(key: TraceKey): Promise<Result<StoredColumns | undefined>> {
    return this.access.read('reading the columns of a trace', async (t) => {
      const row = await t.get('traceColumns', key);
      if (row?.layout !== PACKED_LAYOUT) return undefined;
      return unpack(row, await row.bytes.arrayBuffer());
    });
  }

  /** Replaces columns of an older layout. */
  replaceColumns(
    key: TraceKey,
    columns: TraceColumns,
    adjacency: Adjacency,
  ): Promise<Result<void>> {
    return this.access.write('storing the columns of a trace', (t) =>
      t.put('traceColumns', [pack(key, columns, adjacency)]),
    );
  }

  async cases(key: TraceKey): Promise<Result<readonly Case[]>> {
    return this.access.read('reading the cases of a trace', async (t) => {
      const first = await t.get('traceCases', key);
      const cases = [...(first?.cases ?? [])];
      for (const further of furtherParts(key, first))
        cases.push(...((await t.get('traceCases', further))?.cases ?? []));
      return cases;
    });
  }

  /** The lines of a trace in the table of questions; undefined when they have changed since. */
  list(key: TraceKey): Promise<Result<readonly ListedCase[] | undefined>> {
    return this.access.read(
      'reading the list of questions',
      async (t) => (await t.get('caseLists', key))?.rows,
    );
  }

  /** Keeps the lines of a stored trace for the next time that the page is opened. */
  putList(key: TraceKey, rows: readonly ListedCase[]): Promise<Result<void>> {
    return this.access.write('storing the list of questions', (t) =>
      t.atomically(['traces', 'caseLists'], async () => {
        if ((await t.get('traces', key)) !== undefined) await t.put('caseLists', [{ key, rows }]);
      }),
    );
  }

  /** Forgets the lines of a trace, which are no longer true. */
  removeList(key: TraceKey): Promise<Result<void>> {
    return this.access.write('removing the list of questions', (t) => t.remove('caseLists', [key]));
  }

  /** Undefined as well when it is stored in an older layout. */
  searchIndex(key: TraceKey): Promise<Result<SearchIndex | undefined>> {
    return this.access.read('reading the search index of a trace', async (t) => {
      const row = await t.get('searchIndexes', key);
      if (row?.layout !== PACKED_INDEX_LAYOUT) return undefined;
      return unpackIndex(row, await row.bytes.arrayBuffer());
    });
  }

  /** Keeps the index of a stored trace; one that was removed meanwhile gets none. */
  putSearchIndex(key: TraceKey, index: SearchIndex): Promise<Result<void>> {
    return this.access.write('storing the search index of a trace', (t) =>
      t.atomically(['traces', 'searchIndexes'], async () => {
        if ((await t.get('traces', key)) === undefined) return;
        await t.put('searchIndexes', [packIndex(key, index)]);
      }),
    );
  }

  /** Removes a trace; its verdicts and labels stay for when it comes back. */
  remove(key: TraceKey): Promise<Result<void>> {
    return this.access.write('removing a trace', (tables) =>
      tables.atomically(PARTS, async () => {
        const further = furtherParts(key, await tables.get('traceCases', key));
        await tables.remove('traceCases', further);
        for (const part of PARTS) await tables.remove(part, [key]);
      }),
    );
  }
}
