import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Problem } from '../../base/problem';
import { flowVerdicts } from '../../attribution/flow/attribute-flow';
import { MemoryBackend } from '../../store/memory-backend';
import { Store, StoreState } from '../../store/store';
import { hasSharedData, sharedPath } from '../../../test/support/shared-data';
import { bytesInMemory } from './blob-bytes';
import type { CaseQuery, TraceSummary } from './contract';
import { StoredScoring } from './scoring/scoring-service';
import { StoredTraceService } from './trace-service';

const FOLDER = new URL('../../../test/fixtures/foreign/', import.meta.url);
const fixtures = readdirSync(FOLDER);
const fixture = (name: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(readFileSync(new URL(name, FOLDER)));

const ALL: CaseQuery = {
  outcomes: ['failed', 'passed', 'unscored'],
  sort: undefined,
  offset: 0,
  limit: 100,
};

function newService(store = new Store(new MemoryBackend(), new StoreState('memory'))) {
  const problems: Problem[] = [];
  let time = 0;
  const service = new StoredTraceService({
    store,
    openBytes: bytesInMemory,
    methods: { flow: flowVerdicts },
    onProblem: (problem) => problems.push(problem),
    now: () => ++time,
  });
  const scoring = new StoredScoring(service.shared);
  const drop = async (file: Blob | string | Uint8Array<ArrayBuffer>, name = 'unknown') => {
    const outcome = await service.importFile(name, new Blob([file]), name, name, () => undefined);
    const [trace] = outcome.kind === 'refused' ? [] : outcome.traces;
    if (trace === undefined) throw new Error(JSON.stringify(outcome));
    const skipped = outcome.kind === 'read-with-list' ? outcome.skipped : [];
    return { trace, skipped };
  };
  return { service, scoring, drop, store, problems };
}

/** All that the page shows of a trace and its questions, without when it was added. */
async function shownOf(service: StoredTraceService, trace: TraceSummary) {
  const { addedAt, name, path, tolerated, ...rest } = trace;
  expect([typeof addedAt, name, path, tolerated]).toEqual(['number', 'unknown', 'unknown', []]);
  const { rows } = await service.cases({ ...ALL, traces: [trace.key] });
  const cases = [];
  for (const { queryId } of rows) {
    const view = await service.caseView(trace.key, queryId);
    cases.push(view.ok ? view.value.case : view.problem);
  }
  return { rest, rows, cases };
}

describe('a file of another tool that is called "unknown"', () => {
  it.each(fixtures)('is the same after the export of the page: %s', async (name) => {
    const first = newService();
    const dropped = await first.drop(fixture(name));
    const exported = await first.scoring.exportTrace(dropped.trace.key, 'Ana');
    if (!exported.ok) return expect.unreachable(exported.problem.title);
    const second = newService();
    const again = await second.drop(exported.value);
    expect(again.skipped).toEqual(dropped.skipped);
    expect(again.trace.key).toBe(dropped.trace.key);
    expect(await shownOf(second.service, again.trace)).toEqual(
      await shownOf(first.service, dropped.trace),
    );
    const twice = await second.scoring.exportTrace(again.trace.key, 'Ana');
    expect(twice.ok && (await twice.value.text())).toBe(await exported.value.text());
    expect([...first.problems, ...second.problems]).toEqual([]);
  });
});

/** Evaluation rows of the questions of the sample, as MemBase writes them beside the trace. */
async function rowsOfSample(change: (prediction: string) => string = (text) => text) {
  const { service, drop } = newService();
  const { trace } = await drop(sample);
  const { rows } = await service.cases({ ...ALL, traces: [trace.key] });
  const views = [];
  for (const { queryId } of rows) {
    const view = await service.caseView(trace.key, queryId);
    if (!view.ok) throw new Error(view.problem.title);
    views.push(view.value.case);
  }
  return JSON.stringify(
    views.map((c, i) => ({
      qa_pair: {
        id: c.queryId.replace(/^query:|@\d+$/g, ''),
        question: c.question,
        golden_answers: c.goldAnswers,
      },
      prediction: change(c.prediction),
      metrics: { f1: { value: i / 10 }, llm_judge: { value: c.score } },
      retrieved_memories: [],
      user_id: 'somebody',
    })),
  );
}

const sample = readFileSync(
  new URL('../../../public/samples/first-steps.json', import.meta.url),
  'utf8',
);

describe('evaluation rows of MemBase beside their trace', () => {
  /** What the page shows once rows and trace are there: whose the rows are, and what is counted. */
  async function stateOf({ service }: ReturnType<typeof newService>) {
    const [traces, page] = [await service.traces(), await service.cases(ALL)];
    const rows = traces.find((trace) => trace.imported !== undefined);
    const owner = traces.find((trace) => trace.imported === undefined);
    const metrics = [];
    for (const { traceKey, queryId } of page.rows) {
      const view = await service.caseView(traceKey, queryId);
      metrics.push(view.ok ? view.value.case.metrics?.['f1'] : view.problem.kind);
    }
    return {
      isLinked: rows?.linkedTo !== undefined && rows.linkedTo === owner?.key,
      countedInRows: rows && [rows.judged, rows.failed, rows.unscored, rows.labelled],
      cases: page.total,
      owners: [...new Set(page.rows.map(({ traceKey }) => traceKey))].map((key) =>
        key === owner?.key ? 'trace' : 'rows',
      ),
      metrics,
    };
  }
  const QUESTIONS = 8;
  const METRICS = Array.from({ length: QUESTIONS }, (_, i) => i / 10);
  const LINKED = {
    isLinked: true,
    countedInRows: [0, 0, 0, 0],
    cases: QUESTIONS,
    owners: ['trace'],
    metrics: METRICS,
  };

  it('are linked whichever is dropped first, and after a reload', async () => {
    const rows = await rowsOfSample();
    for (const files of [
      [sample, rows],
      [rows, sample],
    ]) {
      const parts = newService();
      for (const [i, file] of files.entries()) await parts.drop(file, `file ${String(i)}`);
      expect(await stateOf(parts)).toEqual(LINKED);
      expect(await stateOf(newService(parts.store))).toEqual(LINKED);
    }
  });

  it('are attributed once: as the questions of the trace', async () => {
    const { service, drop } = newService();
    await drop(await rowsOfSample(), 'rows.json');
    await drop(sample, 'trace.json');
    const options = { method: 'flow', evidence: 'labelled', evidenceQuery: 'gold' } as const;
    const run = await service.attribute('run', options, () => undefined);
    expect(run).toMatchObject({ ok: true, value: { done: 1, total: 1 } });
    expect((await service.evaluation()).overall.joint).toMatchObject({ hits: 1, n: 1 });
  });

  it('stand by themselves once the trace is removed, and are linked when it comes back', async () => {
    const parts = newService();
    const { trace } = await parts.drop(sample, 'trace.json');
    await parts.drop(await rowsOfSample(), 'rows.json');
    await parts.service.removeTrace(trace.key);
    const alone = { isLinked: false, cases: QUESTIONS, owners: ['rows'], metrics: METRICS };
    expect(await stateOf(parts)).toMatchObject(alone);
    expect(await stateOf(newService(parts.store))).toMatchObject(alone);
    await parts.drop(sample, 'trace.json');
    expect(await stateOf(parts)).toEqual(LINKED);
  });

  it('take their metrics with them when they are removed', async () => {
    const parts = newService();
    await parts.drop(sample, 'trace.json');
    const { trace } = await parts.drop(await rowsOfSample(), 'rows.json');
    await parts.service.removeTrace(trace.key);
    const alone = {
      isLinked: false,
      countedInRows: undefined,
      cases: QUESTIONS,
      owners: ['trace'],
      metrics: METRICS.map(() => undefined),
    };
    expect(await stateOf(parts)).toEqual(alone);
    expect(await stateOf(newService(parts.store))).toEqual(alone);
  });

  it('of another run of the same questions stay by themselves', async () => {
    const parts = newService();
    await parts.drop(sample, 'trace.json');
    await parts.drop(await rowsOfSample((text) => `${text} Or so.`), 'rows.json');
    expect(await stateOf(parts)).toMatchObject({ isLinked: false, cases: 2 * QUESTIONS });
  });
});

describe.skipIf(!hasSharedData('small'))(
  'the shared evaluation rows (skipped where absent)',
  () => {
    it.each(['mem0', 'rag'])('of %s belong to their trace', async (system) => {
      const { service, drop } = newService();
      const file = (name: string) =>
        new Uint8Array(readFileSync(sharedPath('small', system, `locomo_locomo-1.${name}`)));
      const { trace } = await drop(file('json'), 'trace');
      const before = (await service.cases(ALL)).total;
      await drop(file('membase_eval.json'), 'rows');
      const [, rows] = await service.traces();
      expect(rows?.linkedTo).toBe(trace.key);
      expect((await service.cases(ALL)).total).toBe(before);
    });
  },
);
