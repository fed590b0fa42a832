import { readdir, readFile } from 'node:fs/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { opId, type QueryId, type TraceKey } from '../../../base/brand';
import type { Problem } from '../../../base/problem';
import { flowVerdicts } from '../../../attribution/flow/attribute-flow';
import { MemoryBackend } from '../../../store/memory-backend';
import { Store, StoreState } from '../../../store/store';
import { HubStandIn, type StandInFile } from '../../../../test/support/hub-stand-in';
import { hasSharedData, sharedPath } from '../../../../test/support/shared-data';
import { bytesInMemory } from '../blob-bytes';
import { StoredTraceService } from '../trace-service';
import type { DownloadProgress } from './benchmark-contract';
import { QUEUE_SEED } from '../../../cases/labels/label-queue';
import { StoredScoring } from './scoring-service';

const samplePath = new URL('../../../../public/samples/first-steps.json', import.meta.url);
/** The sample with all eight answers judged wrong, one of them labelled. */
const sample = (await readFile(samplePath, 'utf8')).replaceAll('"value": "1.0"', '"value": "0.0"');
/** The same conversation with another name in it: another trace with the same questions. */
const other = sample.replaceAll('Mira', 'Marit').replaceAll('"graph_id": "', '"graph_id": "other-');

function newService(store = new Store(new MemoryBackend(), new StoreState('memory'))) {
  const problems: Problem[] = [];
  let time = 0;
  const traces = new StoredTraceService({
    store,
    openBytes: bytesInMemory,
    methods: { flow: flowVerdicts },
    onProblem: (problem) => problems.push(problem),
    now: () => ++time,
  });
  const scoring = new StoredScoring(traces.shared);
  const drop = async (text: string, path = 'a.json'): Promise<TraceKey> => {
    const name = path.slice(path.lastIndexOf('/') + 1);
    const outcome = await traces.importFile('x', new Blob([text]), name, path, () => undefined);
    const key = outcome.kind === 'refused' ? undefined : outcome.traces[0]?.key;
    if (key === undefined) throw new Error('not read');
    return key;
  };
  const attribute = async (evidence: 'labelled' | 'retrieved') => {
    const options = { method: 'flow', evidence, evidenceQuery: 'gold' } as const;
    const run = await traces.attribute('run', options, () => undefined);
    if (!run.ok) throw new Error(run.problem.title);
  };
  return { traces, scoring, drop, attribute, store, problems };
}

const label = (
  [traceKey, queryId]: readonly [TraceKey, QueryId],
  annotator: string,
  errorType: 'UpdateError' | 'ResponseError' | 'AnnotationError',
  op?: string,
) => ({
  traceKey,
  queryId,
  annotator,
  errorType,
  opId: op === undefined ? undefined : opId(op),
  reason: '',
});

describe('labels', () => {
  async function withQueue() {
    const parts = newService();
    const key = await parts.drop(sample);
    const desk = await parts.scoring.labelDesk('Ana', QUEUE_SEED);
    const places = desk.queue.map((item) => [item.traceKey, item.queryId] as const);
    const [first, second] = places;
    if (first === undefined || second === undefined) throw new Error('too few failed cases');
    const choices = await parts.scoring.labelChoices(...first);
    const op = choices.ok ? (choices.value[0]?.opId ?? '') : '';
    return { ...parts, key, desk, first, second, op };
  }

  test('are made, changed, removed, and every step is taken back by who did it', async () => {
    const { scoring, first, second, op } = await withQueue();
    const said = async (annotator: string) =>
      (await scoring.labelDesk(annotator, QUEUE_SEED)).queue
        .slice(0, 2)
        .map((item) => item.said?.errorType);
    await scoring.setLabel(label(first, 'Ana', 'UpdateError', op));
    await scoring.setLabel(label(second, 'Ana', 'ResponseError', op));
    await scoring.setLabel(label(first, 'Bo', 'AnnotationError'));
    await scoring.setLabel(label(first, 'Ana', 'ResponseError', op));
    expect(await said('Ana')).toEqual(['ResponseError', 'ResponseError']);
    expect(await said('Bo')).toEqual(['AnnotationError', undefined]);
    await scoring.removeLabel(...second, 'Ana');
    expect(await said('Ana')).toEqual(['ResponseError', undefined]);
    for (const expected of [
      ['ResponseError', 'ResponseError'],
      ['UpdateError', 'ResponseError'],
      ['UpdateError', undefined],
      [undefined, undefined],
    ]) {
      await scoring.undoLabel('Ana');
      expect(await said('Ana')).toEqual(expected);
    }
    expect(await scoring.undoLabel('Ana')).toEqual({ ok: true, value: undefined });
    expect(await said('Bo')).toEqual(['AnnotationError', undefined]);
  });

  test('survive a reload', async () => {
    const { scoring, store, first, op } = await withQueue();
    await scoring.setLabel(label(first, 'Ana', 'UpdateError', op));
    const again = newService(store);
    expect((await again.scoring.labelDesk('Ana', QUEUE_SEED)).done).toBe(1);
  });

  test('name an operation of the trace, a question of it, and somebody', async () => {
    const { scoring, first, op } = await withQueue();
    const refused = async (...args: Parameters<typeof label>) => {
      const result = await scoring.setLabel(label(...args));
      return result.ok ? undefined : result.problem.kind;
    };
    expect(await refused(first, 'Ana', 'UpdateError', `${op}0`)).toBe('not-in-trace');
    expect(await refused(first, ' ', 'UpdateError', op)).toBe('annotator-missing');
    expect(await refused(first, 'file', 'UpdateError', op)).toBe('annotator-missing');
  });

  test('stand in the table of cases where the file has none, and never in its place', async () => {
    const { scoring, traces, key, desk } = await withQueue();
    for (const item of desk.queue)
      await scoring.setLabel(label([item.traceKey, item.queryId], 'Ana', 'AnnotationError'));
    const { rows } = await traces.cases({
      outcomes: ['failed'],
      sort: undefined,
      offset: 0,
      limit: 100,
    });
    const types = rows.map((row) => row.label?.errorType);
    expect(types.filter((type) => type === 'UpdateError')).toHaveLength(1);
    expect(types.filter((type) => type === 'AnnotationError')).toHaveLength(desk.queue.length - 1);
    expect((await scoring.labelDesk('Ana', QUEUE_SEED)).annotators).toEqual([
      { name: 'file', labels: 1 },
      { name: 'Ana', labels: desk.queue.length },
    ]);
    expect(key).toMatch(/^x128-/);
  });

  test('of two people are compared, the file being one of them', async () => {
    const { scoring, first, second, op, desk } = await withQueue();
    await scoring.setLabel(label(first, 'Ana', 'UpdateError', op));
    await scoring.setLabel(label(first, 'Bo', 'UpdateError', op));
    await scoring.setLabel(label(second, 'Ana', 'UpdateError', op));
    await scoring.setLabel(label(second, 'Bo', 'AnnotationError'));
    const view = await scoring.agreement('Ana', 'Bo');
    // By chance: Ana says Update twice, Bo once: 2·1 / 4 = 0.5; observed 0.5.
    expect(view.errorType).toEqual({ n: 2, observed: 0.5, expected: 0.5, kappa: 0 });
    expect(view.disagreements).toMatchObject([{ queryId: second[1] }]);
    for (const item of desk.queue)
      await scoring.setLabel(label([item.traceKey, item.queryId], 'Cy', 'AnnotationError'));
    expect((await scoring.agreement('file', 'Cy')).errorType.n).toBe(1);
  });

  test('come back equal from both lists, into another notebook', async () => {
    const { scoring, first, second, op } = await withQueue();
    await scoring.setLabel({ ...label(first, 'Ana', 'UpdateError', op), reason: 'gone "here"' });
    await scoring.setLabel(label(second, 'Bo', 'AnnotationError'));
    for (const format of ['annotations', 'interface'] as const) {
      const list = await scoring.exportLabels(format);
      const fresh = newService();
      await fresh.drop(other, 'b.json');
      await fresh.drop(sample);
      const taken = await fresh.scoring.importLabels(list, 'somebody');
      expect(taken).toEqual({ ok: true, value: { kind: format, taken: 2, remarks: [] } });
      const again = await fresh.scoring.exportLabels(format);
      const essence = (text: string) => text.replace(/"saved_at": "[^"]*"/g, '');
      expect(essence(await again.text())).toBe(essence(await list.text()));
    }
  });

  test('that fit nowhere are named, and the others taken in', async () => {
    const { scoring, first, op } = await withQueue();
    const entry = { query_id: first[1], final_error_type: 'UpdateError', final_op_id: op };
    const list = [
      entry,
      { ...entry, final_op_id: `${op}0` },
      { ...entry, query_id: 'query:nowhere@1' },
      { ...entry, graph_id: 'another graph' },
      { ...entry, final_error_type: 'Unknown' },
    ];
    const taken = await scoring.importLabels(new Blob([JSON.stringify(list)]), 'Ana');
    if (!taken.ok) throw new Error(taken.problem.title);
    expect(taken.value.taken).toBe(1);
    expect(taken.value.remarks.map(({ kind }) => kind)).toEqual(['label-unplaced', 'label-unread']);
  });

  test('go into the trace they were made for, and come back when it is dropped', async () => {
    const { scoring, traces, key, desk, op } = await withQueue();
    for (const item of desk.queue)
      await scoring.setLabel({
        ...label([item.traceKey, item.queryId], 'Ana', 'ResponseError', op),
        reason: 'why',
      });
    const written = await scoring.exportTrace(key, 'Ana');
    if (!written.ok) throw new Error(written.problem.title);
    const text = await written.value.text();
    const fresh = newService();
    const again = await fresh.drop(text);
    const view = await fresh.traces.cases({
      outcomes: ['failed'],
      sort: undefined,
      offset: 0,
      limit: 99,
    });
    expect(view.rows.map((row) => row.label)).toEqual(
      desk.queue.map(() => ({ errorType: 'ResponseError', opId: op })),
    );
    expect(again).not.toBe(key);
    // What was there before stands character by character around what was added.
    const nodes = (whole: string) => whole.slice(0, whole.indexOf('"annotations"'));
    expect(nodes(text)).toBe(nodes(sample));
    expect((await scoring.exportTrace(key, 'nobody')).ok).toBe(true);
    const same = await scoring.exportTrace(key, 'nobody');
    expect(same.ok && (await same.value.text())).toBe(sample);
    expect(await traces.traces()).toHaveLength(1);
  });
});

describe('the benchmark', () => {
  let standIn: HubStandIn | undefined;
  afterEach(() => standIn?.stop());

  async function withHub(files: Record<string, StandInFile>) {
    standIn = await HubStandIn.start(files);
    const parts = newService();
    const scoring = new StoredScoring({ ...parts.traces.shared, hub: standIn.hub });
    return { ...parts, scoring, host: standIn };
  }

  test('is downloaded file by file and read; failures do not stop the others', async () => {
    const content = Buffer.from(sample);
    const { scoring, traces, host } = await withHub({
      'mem0/one.json': { content, large: true, cut: { after: 1000, times: 1 } },
      'mem0/two.json': { content: Buffer.from(other), large: true, wrongHash: true },
      'rag/three.json': { content, status: 404 },
    });
    const files = await scoring.benchmarkFiles({ allowedOrigins: host.allowed });
    expect(files.ok && files.value.map((file) => file.isHere)).toEqual([false, false, false]);
    const told: DownloadProgress[] = [];
    const done = await scoring.downloadBenchmark('d', { allowedOrigins: host.allowed }, (p) =>
      told.push(p),
    );
    expect(done).toEqual({ ok: true, value: { done: 1, failed: 2, cancelled: false } });
    const ends = told.filter(({ state }) => state === 'done' || state === 'failed');
    expect(ends.map(({ path, problem }) => [path, problem?.kind])).toEqual([
      ['mem0/one.json', undefined],
      ['mem0/two.json', 'download-damaged'],
      ['rag/three.json', 'download-missing'],
    ]);
    expect((await traces.traces()).map((t) => t.path)).toEqual(['MemTraceBench/mem0/one.json']);
    const after = await scoring.benchmarkFiles({ allowedOrigins: host.allowed });
    expect(after.ok && after.value.map((file) => file.isHere)).toEqual([true, false, false]);
  });

  test('goes on in a later visit with what had arrived, and never asks another host', async () => {
    const content = Buffer.from(sample);
    const { scoring, store, host } = await withHub({
      'mem0/one.json': { content, large: true, cut: { after: 5000, times: 1 }, status: 500 },
    });
    const options = { allowedOrigins: host.allowed };
    // The stored part is what a visit leaves that ended in the middle.
    await store.settings.set(
      'download pinned mem0/one.json',
      new Blob([content.subarray(0, 5000)]),
    );
    host.files.set('mem0/one.json', { content, large: true });
    const done = await scoring.downloadBenchmark('d', options, () => undefined);
    expect(done).toMatchObject({ ok: true, value: { done: 1 } });
    expect(host.seen.filter(({ path }) => path.startsWith('/store/'))).toEqual([
      { path: '/store/mem0/one.json', range: 'bytes=5000-' },
    ]);
    const kept = await store.settings.get('download pinned mem0/one.json');
    expect(kept.ok && kept.value).toBeUndefined();
  });

  test('stops when asked to and keeps what arrived', async () => {
    const { scoring, store, host } = await withHub({
      'mem0/one.json': { content: Buffer.from(sample), stallAfter: 4000 },
    });
    setTimeout(() => void scoring.stop('d'), 100);
    const done = await scoring.downloadBenchmark(
      'd',
      { allowedOrigins: host.allowed },
      () => undefined,
    );
    expect(done).toEqual({ ok: true, value: { done: 0, failed: 0, cancelled: true } });
    const kept = await store.settings.get('download pinned mem0/one.json');
    expect(kept.ok && kept.value instanceof Blob && kept.value.size).toBe(4000);
  });

  test('scores the labelled traces of the notebook by split', async () => {
    const { scoring, drop } = newService();
    await drop(sample, 'MemTraceBench/mem0/one.json');
    await drop(other, 'MemTraceBench/rag/two.json');
    await drop(sample.replaceAll('Mira', 'Mona'), 'a sample beside it.json');
    const report = await scoring.runBenchmark(
      'b',
      { evidence: 'labelled', evidenceQuery: 'gold' },
      () => undefined,
    );
    if (!report.ok) throw new Error(report.problem.title);
    const { rows, overall } = report.value;
    expect(rows.map(({ split, graphs, cases }) => [split, graphs, cases])).toEqual([
      ['rag', 1, 1],
      ['mem0', 1, 1],
    ]);
    expect(overall).toMatchObject({ graphs: 2, cases: 2, modelCalls: 0 });
    expect(overall.recall).toMatchObject({ k: 8, cases: 2 });
  });
});

const SPLIT_FOLDERS = ['rag', 'mem0', 'evermemos', 'long_context'];

describe.skipIf(!hasSharedData('small'))('with the shared traces (skipped when absent)', () => {
  async function withSmall() {
    const parts = newService();
    for (const split of SPLIT_FOLDERS)
      for (const name of await readdir(sharedPath('small', split)))
        if (!name.includes('membase'))
          await parts.drop(
            await readFile(sharedPath('small', split, name), 'utf8'),
            `small/${split}/${name}`,
          );
    return parts;
  }

  test('two runs stand side by side, and every figure agrees with a recount', async () => {
    const { scoring, traces, attribute } = await withSmall();
    await attribute('labelled');
    await attribute('retrieved');
    const view = await scoring.sideBySide({});
    expect(view.runs.map(({ id }) => id)).toEqual(['flow labelled', 'flow retrieved gold']);
    expect(view.annotators).toEqual(['file']);
    const { left, right, comparison } = view;
    if (!left || !right || !comparison) throw new Error('two runs expected');
    for (const { evaluation } of [left, right]) {
      const { overall, bySystem, byDataset, byQuestionType, byErrorType } = evaluation;
      expect(overall.errorType.n).toBe(88);
      expect(overall.distance.n).toBeGreaterThan(80);
      for (const groups of [bySystem, byDataset, byQuestionType, byErrorType]) {
        const total = (pick: (s: typeof overall) => number) =>
          groups.reduce((sum, { scores }) => sum + pick(scores), 0);
        expect(total((s) => s.errorType.n)).toBe(88);
        expect(total((s) => s.operation.hits)).toBe(overall.operation.hits);
        expect(total((s) => s.stage.hits)).toBe(overall.stage.hits);
      }
      expect(evaluation.confusion.counts.flat().reduce((a, b) => a + b, 0)).toBe(88);
    }
    // The pairs count the same hits as each evaluation by itself.
    const { errorType, operation } = comparison;
    expect(errorType.both + errorType.onlyLeft).toBe(left.evaluation.overall.errorType.hits);
    expect(operation.both + operation.onlyRight).toBe(right.evaluation.overall.operation.hits);
    const labelledOnes = comparison.disagreements.filter((row) => row.label !== undefined);
    expect(labelledOnes.length).toBeGreaterThanOrEqual(operation.onlyLeft + operation.onlyRight);
    for (const row of comparison.disagreements)
      expect([row.left?.errorType, row.left?.opId]).not.toEqual([
        row.right?.errorType,
        row.right?.opId,
      ]);
    expect(await traces.traces()).toHaveLength(8);
  }, 60_000);

  test('the benchmark prints its four splits', async () => {
    const { scoring } = await withSmall();
    for (const evidence of ['labelled', 'retrieved'] as const) {
      const report = await scoring.runBenchmark(
        'b',
        { evidence, evidenceQuery: 'gold' },
        () => undefined,
      );
      if (!report.ok) throw new Error(report.problem.title);
      const { rows, overall } = report.value;
      expect(rows.map(({ split, graphs }) => [split, graphs])).toEqual(
        SPLIT_FOLDERS.map((split) => [split, 2]),
      );
      expect(overall.cases).toBe(88);
      expect(overall.recall.macro).toBeGreaterThan(0.5);
      if (process.env['MEMTRACE_PRINT'] !== undefined) console.log(JSON.stringify(report.value));
    }
  }, 60_000);
});
