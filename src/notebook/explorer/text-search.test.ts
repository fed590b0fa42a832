import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { traceKey, type TraceKey } from '../../base/brand';
import { flowVerdicts } from '../../attribution/flow/attribute-flow';
import { openMemoryStore } from '../../store/store';
import { bytesInMemory } from '../service/blob-bytes';
import { StoredTraceService } from '../service/trace-service';
import { StoredExplorer } from './explorer-service';
import type { PatternProgress, SearchHit } from './search-contract';

const sample = await readFile(new URL('../../../public/samples/first-steps.json', import.meta.url));
const store = openMemoryStore();
const service = new StoredTraceService({
  store,
  openBytes: bytesInMemory,
  methods: { flow: flowVerdicts },
  onProblem: () => undefined,
});
const explorer = new StoredExplorer(service.explorerParts);
let key: TraceKey;

beforeAll(async () => {
  const outcome = await service.importFile('1', new Blob([sample]), 'a.json', 'a.json', () => {
    // Nothing to show.
  });
  key = (outcome.kind === 'refused' ? undefined : outcome.traces[0]?.key) ?? traceKey('');
});

async function search(text: string, offset = 0, limit = 10) {
  const page = await explorer.search({ text, traces: [key], offset, limit });
  if (!page.ok) throw new Error(page.problem.title);
  return page.value;
}

/** The marked words must stand in the raw value exactly where the quote says. */
async function expectQuoted({ target, match }: SearchHit) {
  if (target.kind !== 'variable' || target.quote === undefined) return;
  const view = await service.variableView(key, target.nodeId, 0);
  const raw = view.ok ? view.value.raw : '';
  expect(raw.slice(target.quote.start, target.quote.end)).toBe(match);
}

describe('search by words', () => {
  test('shows a window of what is found, its count, and where it stands first and last', async () => {
    const page = await search('pottery');
    expect(page.total).toBeGreaterThan(2);
    expect(page.traces).toMatchObject([{ traceKey: key, count: page.total }]);
    expect(page.traces[0]?.first).toEqual(page.hits[0]);
    expect(page.hits[0]?.match.toLowerCase()).toBe('pottery');
    const [first, last] = [page.traces[0]?.first?.at ?? 0, page.traces[0]?.last?.at ?? 0];
    expect(last).toBeGreaterThan(first);
    for (const hit of page.hits) await expectQuoted(hit);
    const second = await search('pottery', 1, 1);
    expect(second.hits).toEqual(page.hits.slice(1, 2));
  });

  test('finds nothing for words that are not there, and for none', async () => {
    expect(await search('qwertzuiop')).toMatchObject({ hits: [], total: 0 });
    expect(await search('')).toMatchObject({ hits: [], total: 0 });
  });

  test('keeps the index with the trace', async () => {
    await search('pottery');
    const stored = await store.traces.searchIndex(key);
    expect(stored.ok && stored.value?.layout).toBe(1);
  });

  test('says so when a trace is not stored', async () => {
    const page = await explorer.search({
      text: 'a',
      traces: [traceKey('gone')],
      offset: 0,
      limit: 5,
    });
    expect(page.ok ? undefined : page.problem.kind).toBe('trace-missing');
  });
});

describe('search by pattern', () => {
  test('tells hits as it finds them, and ends with all of them', async () => {
    const reports: PatternProgress[] = [];
    const request = { text: String.raw`potter[a-z]+`, traces: [key] };
    const done = await explorer.searchPattern('p', request, (report) => reports.push(report));
    expect(done.ok).toBe(true);
    const hits = reports.flatMap((report) => report.hits);
    expect(hits).toHaveLength((await search('pottery')).total);
    expect(reports.at(-1)).toMatchObject({ found: hits.length });
    for (const hit of hits.slice(0, 10)) await expectQuoted(hit);
  });

  test('ends early when it is stopped', async () => {
    const reports: PatternProgress[] = [];
    const running = explorer.searchPattern('q', { text: 'e', traces: [key] }, (report) =>
      reports.push(report),
    );
    await explorer.stop('q');
    expect((await running).ok).toBe(true);
    expect(reports.every(({ done, total }) => done <= total)).toBe(true);
  });

  test('refuses what may never end', async () => {
    const refused = await explorer.searchPattern('r', { text: '(a+)+', traces: [key] }, () => {
      throw new Error('nothing to tell');
    });
    expect(refused.ok ? undefined : refused.problem.kind).toBe('pattern-endless');
  });
});

test('preparing builds every missing index and says how far it is', async () => {
  const told: number[] = [];
  const again = new StoredExplorer(service.explorerParts);
  const done = await again.prepareSearch('i', [key], (progress) => told.push(progress.done));
  expect(done.ok).toBe(true);
  expect(told.every((value) => value <= 1)).toBe(true);
});
