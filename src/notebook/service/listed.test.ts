import { readFile } from 'node:fs/promises';
import { describe, expect, it, vi } from 'vitest';
import { flowVerdicts } from '../../attribution/flow/attribute-flow';
import { MemoryBackend } from '../../store/memory-backend';
import { Store, StoreState } from '../../store/store';
import { bytesInMemory } from './blob-bytes';
import type { CaseQuery } from './contract';
import { listedTraces, storedLists } from './listed';
import { StoredTraceService } from './trace-service';

const sample = await readFile(new URL('../../../public/samples/first-steps.json', import.meta.url));
const ALL: CaseQuery = {
  outcomes: ['failed', 'passed', 'unscored'],
  sort: { column: 'question', descending: true },
  offset: 0,
  limit: 100,
};

/** A store with the sample in it, and a service that answers from it. */
async function stored() {
  const store = new Store(new MemoryBackend(), new StoreState('memory'));
  const service = new StoredTraceService({
    store,
    openBytes: bytesInMemory,
    methods: { flow: flowVerdicts },
    onProblem: (problem) => expect.fail(problem.title),
  });
  const outcome = await service.importFile(
    'i',
    new Blob([sample]),
    'a.json',
    'a.json',
    () => undefined,
  );
  if (outcome.kind === 'refused') throw new Error(outcome.problem.title);
  const [trace] = outcome.traces;
  if (trace === undefined) throw new Error('The sample holds no trace.');
  return { store, service, key: trace.key };
}

describe('stored lists', () => {
  it('are not there before anything was kept', async () => {
    const { store } = await stored();
    expect(await storedLists(store, undefined)).toBeUndefined();
  });

  it('answer the tables as the worker does, filters and order included', async () => {
    const { store, service, key } = await stored();
    await store.traces.putList(key, (await service.cases({ ...ALL, sort: undefined })).rows);
    const listed = listedTraces(service, () => storedLists(store, [key]));
    expect(await listed.traces()).toEqual(await service.traces());
    for (const query of [ALL, { ...ALL, text: 'mira', limit: 1 }, { ...ALL, traces: [] }])
      expect(await listed.cases(query)).toEqual(await service.cases(query));
  });

  it('leave out traces of other notebooks', async () => {
    const { store, service, key } = await stored();
    await store.traces.putList(key, (await service.cases({ ...ALL, sort: undefined })).rows);
    expect((await storedLists(store, []))?.traces).toEqual([]);
  });

  it('are asked no more once the worker is up', async () => {
    const { service } = await stored();
    const listed = listedTraces(service, () => Promise.resolve(undefined));
    expect((await listed.cases(ALL)).total).toBeGreaterThan(0);
  });

  it('are kept after a run whose verdicts were stored late', async () => {
    const { store, service, key } = await stored();
    const put = store.verdicts.put.bind(store.verdicts);
    // Longer than a list waits: what is put then removes a list that was just kept.
    vi.spyOn(store.verdicts, 'put').mockImplementation(async (...rows) => {
      await new Promise((resolve) => setTimeout(resolve, 1_300));
      return put(...rows);
    });
    const run = { method: 'flow', evidence: 'labelled', evidenceQuery: 'gold' } as const;
    await service.attribute('a', run, () => undefined);
    await vi.waitFor(
      async () => {
        const listed = await storedLists(store, [key]);
        expect(listed?.traces).toHaveLength(1);
      },
      { timeout: 10_000, interval: 100 },
    );
    const kept = await listedTraces(service, () => storedLists(store, [key])).cases(ALL);
    expect(kept.rows.some(({ verdict }) => verdict !== undefined)).toBe(true);
  });
});
