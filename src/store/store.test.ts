import Dexie from 'dexie';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { opId, queryId, traceKey } from '../base/brand';
import { exampleLabel, exampleVerdict } from '../../test/support/example-case';
import { exampleTrace } from '../../test/support/example-trace';
import { FailingBackend } from '../../test/support/failing-backend';
import { SCHEMA_VERSION, TABLES } from './schema';
import { openMemoryStore, openStore, Store, StoreState } from './store';
import type { Verdict } from '../cases/verdict';
import type { NotebookRow } from './rows';

const A = traceKey('trace-1');
const B = traceKey('trace-10');

beforeEach(() => {
  const factory = new IDBFactory();
  vi.stubGlobal('indexedDB', factory);
  Dexie.dependencies.indexedDB = factory;
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const notebook = (revision: number): NotebookRow => ({
  id: 'first',
  title: 'My notebook',
  format: 1,
  cells: [],
  revision,
  updatedAt: revision,
});

const named = (changes: Partial<Verdict> = {}) => ({
  verdict: exampleVerdict(changes),
  opName: 'memory_system.update',
});

/** The value of a result that must be a success. */
async function value<T>(result: Promise<{ ok: true; value: T } | { ok: false }>): Promise<T> {
  const settled = await result;
  if (!settled.ok) throw new Error(JSON.stringify(settled));
  return settled.value;
}

const kinds = [
  ['IndexedDB', () => openStore()],
  ['memory', () => Promise.resolve(openMemoryStore())],
] as const;

describe.each(kinds)('a store in %s', (_name, open) => {
  test('gives a trace back as it was stored', async () => {
    const store = await open();
    const trace = exampleTrace(A);
    await value(store.traces.add(trace));
    expect(await value(store.traces.all())).toEqual([trace.row]);
    const columns = await value(store.traces.columns(A));
    expect(columns).toEqual({ columns: trace.columns, adjacency: trace.adjacency });
    expect(await (await value(store.traces.bytes(A)))?.bytes.text()).toBe('{}');
    expect(await value(store.traces.cases(A))).toEqual(trace.cases);
  });

  test('lists traces in the order in which they were added', async () => {
    const store = await open();
    await value(store.traces.add(exampleTrace(B, 1)));
    await value(store.traces.add(exampleTrace(A, 2)));
    expect((await value(store.traces.all())).map((row) => row.key)).toEqual([B, A]);
  });

  test('keeps verdicts and labels of a trace that is removed', async () => {
    const store = await open();
    await value(store.traces.add(exampleTrace(A)));
    await value(store.verdicts.put([named()], 5));
    const label = { traceKey: A, queryId: queryId('query:q1@1'), annotator: 'me', changedAt: 1 };
    await value(store.labels.put([{ ...label, label: exampleLabel() }]));
    await value(store.traces.remove(A));
    expect(await value(store.traces.all())).toEqual([]);
    expect(await value(store.traces.bytes(A))).toBeUndefined();
    expect(await value(store.traces.cases(A))).toEqual([]);
    expect(await value(store.verdicts.of(A))).toHaveLength(1);
    expect(await value(store.labels.of(A))).toHaveLength(1);
  });

  test('keeps one verdict for each way of finding it, and never mixes up traces', async () => {
    const store = await open();
    const retrieved = { evidenceMode: 'retrieved', evidenceQuery: 'gold' } as const;
    await value(store.verdicts.put([named(), named(retrieved)], 1));
    await value(store.verdicts.put([named({ opId: opId('op-other') })], 2));
    await value(store.verdicts.put([named({ traceKey: B })], 2));
    const rows = await value(store.verdicts.of(A));
    expect(rows.map((row) => [row.evidenceMode, row.verdict.opId, row.foundAt])).toEqual([
      ['labelled', 'op-other', 2],
      ['retrieved', 'op-update', 1],
    ]);
  });

  test('writes a notebook only over the revision that was seen', async () => {
    const store = await open();
    await value(store.notebooks.save(notebook(1)));
    await value(store.notebooks.save(notebook(2)));
    const late = await store.notebooks.save(notebook(2));
    expect(late).toMatchObject({ ok: false, problem: { kind: 'notebook-changed' } });
    expect((await value(store.notebooks.get('first')))?.revision).toBe(2);
  });

  test('keeps imports and settings', async () => {
    const store = await open();
    const row = { id: '1', name: 'a', path: 'a', bytes: 1, at: 1, traces: [A], skipped: [] };
    await value(store.imports.put({ ...row, problem: undefined }));
    await value(store.settings.set('theme', 'dark'));
    expect(await value(store.imports.all())).toHaveLength(1);
    expect(await value(store.settings.get('theme'))).toBe('dark');
    expect(await value(store.settings.get('never set'))).toBeUndefined();
  });
});

describe('the database', () => {
  test('is still there after closing and opening', async () => {
    const store = await openStore();
    await value(store.traces.add(exampleTrace(A)));
    store.close();
    expect(await value((await openStore()).traces.all())).toHaveLength(1);
  });

  test('of the first version opens with everything in it, and takes search indexes and runs', async () => {
    const older = new Dexie('memtrace', { autoOpen: false });
    older.version(1).stores({ ...TABLES, searchIndexes: null, runs: null, runCases: null });
    await older.open();
    await older.table('traces').put(exampleTrace(A).row);
    older.close();
    const store = await openStore();
    expect(store.status.kind).toBe('stored');
    expect(await value(store.traces.all())).toHaveLength(1);
    const none = new Uint32Array(0);
    const index = {
      layout: 1,
      documents: none,
      terms: { bytes: new Uint8Array(0), starts: new Uint32Array(1) },
      starts: new Uint32Array(1),
      postings: new Uint8Array(0),
    } as const;
    await value(store.traces.putSearchIndex(A, index));
    await value(store.traces.putSearchIndex(B, index));
    expect(await value(store.traces.searchIndex(A))).toEqual(index);
    expect(await value(store.traces.searchIndex(B))).toBeUndefined();
    const run = { id: 'r', name: 'r', createdAt: 1, plan: {}, cases: [], problem: undefined };
    await value(store.runs.put({ ...run, state: 'running' }));
    expect(await value(store.runs.all())).toMatchObject([{ id: 'r' }]);
    expect(await value(store.runs.cases('r'))).toEqual([]);
    await value(store.traces.remove(A));
    expect(await value(store.traces.searchIndex(A))).toBeUndefined();
  });

  test('closes for a newer version in another tab and says so', async () => {
    const seen: string[] = [];
    const store = await openStore((status) => seen.push(status.kind));
    const newer = new Dexie('memtrace', { autoOpen: false });
    newer.version(SCHEMA_VERSION + 1).stores({ traces: 'key', extra: 'id' });
    await newer.open();
    expect(seen.at(-1)).toBe('closed');
    expect(store.status.banner).toContain('Reload');
    const result = await store.settings.set('theme', 'dark');
    expect(result).toMatchObject({ ok: false, problem: { kind: 'storage-closed' } });
    newer.close();
  });

  test('written by newer code is shown and never changed', async () => {
    const newer = new Dexie('memtrace', { autoOpen: false });
    newer.version(SCHEMA_VERSION + 1).stores({ ...TABLES, extra: 'id' });
    await newer.open();
    await newer.table('settings').put({ key: 'theme', value: 'light' });
    newer.close();
    const store = await openStore();
    expect(store.status.kind).toBe('newer');
    expect(await value(store.settings.get('theme'))).toBe('light');
    const result = await store.settings.set('theme', 'dark');
    expect(result).toMatchObject({ ok: false, problem: { kind: 'storage-newer' } });
  });

  test.each(['InvalidStateError', 'UnknownError', 'SecurityError'])(
    'that refuses to open with %s is replaced by memory, with a banner',
    async (name) => {
      const refusing = new IDBFactory();
      vi.spyOn(refusing, 'open').mockImplementation(() => {
        throw new DOMException('refused', name);
      });
      Dexie.dependencies.indexedDB = refusing;
      const store = await openStore();
      expect(store.status.kind).toBe('memory');
      expect(store.status.banner).toContain('export');
      await value(store.settings.set('theme', 'dark'));
      expect(await value(store.settings.get('theme'))).toBe('dark');
    },
  );
});

describe('a failing browser', () => {
  const errors = [
    ['QuotaExceededError', 'storage-full'],
    ['AbortError', 'storage-full'],
    ['InvalidStateError', 'storage-failed'],
    ['UnknownError', 'storage-failed'],
  ] as const;

  test.each(errors)('with %s at any step leaves what was stored whole', async (name, kind) => {
    // Storing takes four operations; each of them fails once.
    for (let failAt = 1; failAt <= 4; failAt++) {
      const backend = new FailingBackend(() => new DOMException('no', name));
      const store = new Store(backend, new StoreState('stored'));
      await value(store.traces.add(exampleTrace(A)));
      backend.operations = 0;
      backend.failAt = failAt;
      const result = await store.traces.add(exampleTrace(B, 2));
      expect(result).toMatchObject({ ok: false, problem: { kind } });
      expect(await value(store.traces.all())).toEqual([exampleTrace(A).row]);
      expect(await value(store.traces.bytes(B))).toBeUndefined();
      await value(store.traces.remove(A));
      expect(await value(store.traces.all())).toEqual([]);
    }
  });

  test('tells a full disk from inside the errors that wrap it', async () => {
    const quota = new DOMException('no room', 'QuotaExceededError');
    const wrapped = Object.assign(new Error('aborted'), { name: 'AbortError', inner: quota });
    const bulk = Object.assign(new Error('bulk'), { name: 'BulkError', failures: [wrapped] });
    const backend = new FailingBackend(() => bulk);
    backend.failAt = 1;
    const store = new Store(backend, new StoreState('stored'));
    const result = await store.verdicts.put([named()], 1);
    expect(result).toMatchObject({ ok: false, problem: { kind: 'storage-full' } });
  });

  test('does not hide a mistake of the code', async () => {
    const backend = new FailingBackend(() => new TypeError('undefined is not a function'));
    backend.failAt = 1;
    const store = new Store(backend, new StoreState('stored'));
    await expect(store.traces.all()).rejects.toThrow(TypeError);
  });
});
