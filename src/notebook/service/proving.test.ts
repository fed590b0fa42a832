import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { queryId, type QueryId, type TraceKey } from '../../base/brand';
import { flowVerdicts } from '../../attribution/flow/attribute-flow';
import type { ReplayProof } from '../../cases/replay-proof';
import { MemoryBackend } from '../../store/memory-backend';
import { Store, StoreState } from '../../store/store';
import { bytesInMemory } from './blob-bytes';
import type { AttributeTrace } from './attribution-run';
import type { ProveProgress } from './contract';
import { StoredTraceService } from './trace-service';

const sample = await readFile(new URL('../../../public/samples/first-steps.json', import.meta.url));

const newStore = () => new Store(new MemoryBackend(), new StoreState('memory'));

const serviceOf = (store: Store, flow: AttributeTrace = flowVerdicts) =>
  new StoredTraceService({
    store,
    openBytes: bytesInMemory,
    methods: { flow },
    onProblem: ({ detail }) => {
      throw new Error(detail);
    },
  });

const OPTIONS = { method: 'flow', evidence: 'labelled', evidenceQuery: 'gold' } as const;

interface Attributed {
  readonly service: StoredTraceService;
  readonly store: Store;
  readonly key: TraceKey;
  readonly query: QueryId;
}

/** The sample with its verdicts, and the case of it that carries a label. */
async function attributed(): Promise<Attributed> {
  const store = newStore();
  const service = serviceOf(store);
  const read = await service.importFile(
    'i',
    new Blob([sample]),
    'a.json',
    'a.json',
    () => undefined,
  );
  const key = read.kind === 'refused' ? undefined : read.traces[0]?.key;
  if (key === undefined) throw new Error('The sample was not read.');
  await service.attribute('a', OPTIONS, () => undefined);
  const { rows } = await service.cases({
    outcomes: ['failed'],
    sort: undefined,
    offset: 0,
    limit: 9,
  });
  const query = rows.find(({ label }) => label !== undefined)?.queryId;
  if (query === undefined) throw new Error('The sample has a labelled case.');
  return { service, store, key, query };
}

const proofIn = async (service: StoredTraceService, key: TraceKey, query: QueryId) => {
  const view = await service.caseView(key, query);
  if (!view.ok) throw new Error(view.problem.detail);
  return view.value;
};

/** What the table shows of a proof. */
async function markOf(service: StoredTraceService, query: QueryId) {
  const shown = { outcomes: ['failed'], sort: undefined, offset: 0, limit: 9 } as const;
  const { rows } = await service.cases(shown);
  return rows.find(({ queryId: id }) => id === query)?.verdict?.proof;
}

/** A method that blames the first operation of the trace for everything. */
const accusingTheFirst: AttributeTrace = function* (graph, cases, options) {
  for (const verdict of flowVerdicts(graph, cases, options))
    yield verdict && { ...verdict, opId: graph.opId(0) };
};

describe('proving the verdict of a case', () => {
  test(
    'keeps the proof with the verdict, in this visit and the next',
    { timeout: 30_000 },
    async () => {
      const { service, store, key, query } = await attributed();
      const reports: ProveProgress[] = [];
      const result = await service.prove('p', key, query, (progress) => reports.push(progress));
      const proof: ReplayProof | undefined = result.ok ? result.value : undefined;
      expect(proof?.outcome).toBe('proved');
      expect(reports[0]).toMatchObject({ replay: 1 });
      const view = await proofIn(service, key, query);
      expect(view.proof).toEqual(proof);
      expect(view.verdict?.opId).toBe(proof?.opId);
      const known = new Set(view.operations.map(({ opId }) => opId));
      expect(proof?.steps.every(({ opId }) => opId === undefined || known.has(opId))).toBe(true);
      expect((await proofIn(serviceOf(store), key, query)).proof).toEqual(proof);
      expect(await (await service.exportResults()).text()).toContain(
        `"state": "proved",\n          "reason": "${proof?.reason ?? ''}"`,
      );
    },
  );

  test(
    'outlives another run that comes to the same verdict, and no other one',
    { timeout: 30_000 },
    async () => {
      const { service, store, key, query } = await attributed();
      const result = await service.prove('p', key, query, () => undefined);
      const proof = result.ok ? result.value : undefined;
      expect(await markOf(service, query)).toBe('proved');
      await service.attribute('b', OPTIONS, () => undefined);
      expect((await proofIn(service, key, query)).proof).toEqual(proof);
      expect(await markOf(service, query)).toBe('proved');
      const next = serviceOf(store, accusingTheFirst);
      expect(await markOf(next, query)).toBe('proved');
      await next.attribute('c', OPTIONS, () => undefined);
      expect((await proofIn(next, key, query)).proof).toBeUndefined();
      expect(await markOf(serviceOf(store), query)).toBeUndefined();
    },
  );

  test('stops when it is told to, and keeps nothing', { timeout: 30_000 }, async () => {
    const { service, key, query } = await attributed();
    const running = service.prove('p', key, query, () => void service.cancel('p'));
    const result = await running;
    expect(result.ok ? '' : result.problem.kind).toBe('cancelled');
    expect((await proofIn(service, key, query)).proof).toBeUndefined();
  });

  test('a case without a verdict is a problem', async () => {
    const { service, key } = await attributed();
    const result = await service.prove('p', key, queryId('nobody asked'), () => undefined);
    expect(result.ok ? '' : result.problem.kind).toBe('not-in-trace');
  });
});
