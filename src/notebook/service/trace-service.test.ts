import { readFile } from 'node:fs/promises';
import { describe, expect, test, vi } from 'vitest';
import { opId, traceKey, type TraceKey } from '../../base/brand';
import type { Problem } from '../../base/problem';
import { flowVerdicts } from '../../attribution/flow/attribute-flow';
import { MemoryBackend } from '../../store/memory-backend';
import { Store, StoreState } from '../../store/store';
import { graphObject, graphText, tinyGraph } from '../../../test/support/graph-file';
import { zipFile } from '../../../test/support/zip-file';
import type { AttributeTrace } from './attribution-run';
import { bytesInMemory } from './blob-bytes';
import type { AttributionOptions, CaseQuery, ImportOutcome, ReadProgress } from './contract';
import { StoredTraceService } from './trace-service';

const sample = await readFile(new URL('../../../public/samples/first-steps.json', import.meta.url));

const LABELLED: AttributionOptions = {
  method: 'flow',
  evidence: 'labelled',
  evidenceQuery: 'gold',
};
const ALL: CaseQuery = {
  outcomes: ['failed', 'passed', 'unscored'],
  sort: undefined,
  offset: 0,
  limit: 100,
};

const newStore = () => new Store(new MemoryBackend(), new StoreState('memory'));

function newService(store = newStore(), flow: AttributeTrace = flowVerdicts) {
  const problems: Problem[] = [];
  let time = 0;
  const service = new StoredTraceService({
    store,
    openBytes: bytesInMemory,
    methods: { flow },
    onProblem: (problem) => problems.push(problem),
    now: () => ++time,
  });
  const drop = (file: Blob | string | Uint8Array<ArrayBuffer>, name = 'a.json') =>
    service.importFile(`import ${name}`, new Blob([file]), name, `folder/${name}`, () => undefined);
  return { service, drop, problems, store };
}

function tracesIn(outcome: ImportOutcome) {
  if (outcome.kind === 'refused') throw new Error(JSON.stringify(outcome.problem));
  return outcome.traces;
}

function keyIn(outcome: ImportOutcome): TraceKey {
  const [trace] = tracesIn(outcome);
  if (trace === undefined) throw new Error('no trace');
  return trace.key;
}

describe('reading files', () => {
  test('stores the trace and says what is in it', async () => {
    const { service, drop } = newService();
    const outcome = await drop(new Uint8Array(sample));
    expect(outcome.kind).toBe('read');
    expect(tracesIn(outcome)[0]).toMatchObject({
      name: 'a.json',
      path: 'folder/a.json',
      system: 'mem0',
      bytes: sample.length,
      labelled: 1,
      hasEvidence: true,
    });
    expect(await service.traces()).toEqual(tracesIn(outcome));
  });

  test('imports the files of an archive one by one', async () => {
    const { service } = newService();
    const other = graphText({ ...tinyGraph, annotations: [] });
    const file = new Blob([
      zipFile([
        { name: 'a.json', content: graphText() },
        { name: 'b/c.json', content: other },
      ]),
    ]);
    const { members } = await service.archiveMembers(file);
    const paths: string[] = [];
    for (const member of members) {
      const path = `all.zip/${member.path}`;
      const outcome = await service.importFile(path, file, path, path, () => undefined, member);
      paths.push(...tracesIn(outcome).map((trace) => trace.path));
    }
    expect(paths).toEqual(['all.zip/a.json', 'all.zip/b/c.json']);
    expect(await service.archiveMembers(new Blob([other]))).toEqual({
      members: [],
      passedOver: [],
    });
  });

  test('says that a trace is there already, whatever its file is called', async () => {
    const { service, drop } = newService();
    const first = await drop(new Uint8Array(sample));
    const again = await drop(new Uint8Array(sample), 'renamed.json');
    expect(again).toMatchObject({ kind: 'read', alreadyThere: [keyIn(first)] });
    expect(tracesIn(again)).toEqual(tracesIn(first));
    expect(await service.traces()).toHaveLength(1);
  });

  test('numbers the graphs of one file and keeps their own bytes', async () => {
    const { drop, store } = newService();
    const other = { ...tinyGraph, head: { ...tinyGraph.head, graph_id: 'graph-other' } };
    const file = JSON.stringify([graphObject(tinyGraph), graphObject(other)]);
    const traces = tracesIn(await drop(file, 'two.json'));
    expect(traces.map((trace) => trace.name)).toEqual(['two.json', 'two.json#2']);
    const second = await store.traces.bytes(traces[1]?.key ?? traceKey(''));
    expect(second.ok && (await second.value?.bytes.text())).toBe(graphText(other));
  });

  test('reads what came compressed, and keeps it unpacked', async () => {
    const { drop, store } = newService();
    const packed = new Blob([graphText()]).stream().pipeThrough(new CompressionStream('gzip'));
    const key = keyIn(await drop(await new Response(packed).blob(), 'a.json.gz'));
    const bytes = await store.traces.bytes(key);
    expect(bytes.ok && (await bytes.value?.bytes.text())).toBe(graphText());
  });

  test('refuses what is no trace, and remembers how every import ended', async () => {
    const { drop, store } = newService();
    await drop('[1, 2', 'odd.json');
    await drop(graphText());
    const imports = await store.imports.all();
    expect(imports.ok && imports.value.map((row) => [row.name, row.problem?.kind])).toEqual([
      ['odd.json', expect.stringMatching(/./)],
      ['a.json', undefined],
    ]);
  });

  test('reads several files one after the other; those in line wait and can be cancelled', async () => {
    const { service } = newService();
    const seen: string[] = [];
    const start = (id: string, file: Blob) =>
      service.importFile(id, file, id, id, ({ state }: ReadProgress) => {
        seen.push(`${id} ${state}`);
      });
    const first = start('one', new Blob([new Uint8Array(sample)]));
    const second = start('two', new Blob([graphText()]));
    const third = start('three', new Blob(['{}']));
    await service.cancel('three');
    expect(await third).toMatchObject({ kind: 'refused', problem: { kind: 'cancelled' } });
    expect((await first).kind).toBe('read');
    expect((await second).kind).not.toBe('refused');
    expect(seen.slice(0, 3)).toEqual(['one waiting', 'two waiting', 'three waiting']);
    expect(seen.indexOf('two reading')).toBeGreaterThan(seen.indexOf('one storing'));
  });

  test('refuses a trace for which there is no room, and keeps the others', async () => {
    const { service, drop, store } = newService();
    await drop(graphText());
    vi.spyOn(store.traces, 'add').mockResolvedValueOnce({
      ok: false,
      problem: { kind: 'storage-full', title: '', detail: '', next: '' },
    });
    const outcome = await drop(new Uint8Array(sample), 'large.json');
    expect(outcome).toMatchObject({ kind: 'refused', problem: { kind: 'storage-full' } });
    expect(await service.traces()).toHaveLength(1);
  });
});

describe('attribution', () => {
  test('finds the fault of the sample, tells of it, and stores the verdict', async () => {
    const { service, drop, store } = newService();
    const key = keyIn(await drop(new Uint8Array(sample)));
    const reports: number[] = [];
    const run = await service.attribute('run', LABELLED, (progress) => {
      reports.push(progress.done);
    });
    expect(run).toMatchObject({ ok: true, value: { done: 1, total: 1, cancelled: false } });
    expect(reports.at(-1)).toBe(1);
    const page = await service.cases({ ...ALL, outcomes: ['failed'] });
    expect(page.rows[0]?.verdict).toMatchObject({
      shownType: 'UpdateError',
      evidenceMode: 'labelled',
    });
    expect(page.rows[0]?.verdict?.opName).not.toBe('');
    const stored = await store.verdicts.of(key);
    expect(stored.ok && stored.value).toHaveLength(1);
    expect((await service.evaluation()).overall.joint).toMatchObject({ hits: 1, n: 1 });
  });

  test('is there again when the page comes back, and when a removed trace does', async () => {
    const { service, drop, store } = newService();
    const key = keyIn(await drop(new Uint8Array(sample)));
    await service.attribute('run', LABELLED, () => undefined);
    const later = newService(store);
    expect((await later.service.evaluation()).overall.joint.hits).toBe(1);
    expect(await later.service.removeTrace(key)).toMatchObject({ ok: true });
    expect((await later.service.cases(ALL)).total).toBe(0);
    await later.drop(new Uint8Array(sample), 'again.json');
    expect((await later.service.evaluation()).overall.joint.hits).toBe(1);
  });

  test('leaves out what was found before when asked to', async () => {
    const { service, drop } = newService();
    await drop(new Uint8Array(sample));
    await service.attribute('run', LABELLED, () => undefined);
    const again = await service.attribute(
      'run',
      { ...LABELLED, onlyMissing: true },
      () => undefined,
    );
    expect(again).toMatchObject({ ok: true, value: { done: 0, total: 0 } });
    const retrieved = { ...LABELLED, evidence: 'retrieved', onlyMissing: true } as const;
    const other = await service.attribute('run', retrieved, () => undefined);
    expect(other).toMatchObject({ ok: true, value: { done: 1, total: 1 } });
    const page = await service.cases({ ...ALL, outcomes: ['failed'] });
    expect(page.rows[0]?.verdict?.evidenceMode).toBe('retrieved');
  });

  test('lets messages in while it works, and stops when told to', async () => {
    const endless: AttributeTrace = function* () {
      for (;;) {
        const until = performance.now() + 5;
        while (performance.now() < until);
        yield undefined;
      }
    };
    const { service, drop } = newService(newStore(), endless);
    await drop(new Uint8Array(sample));
    const run = service.attribute('run', LABELLED, () => undefined);
    const asked = performance.now();
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect((await service.traces()).length).toBe(1);
    expect(performance.now() - asked).toBeLessThan(500);
    await service.cancel('run');
    expect(await run).toMatchObject({ ok: true, value: { done: 0, cancelled: true } });
  });

  test('goes on after a case at which the method breaks, and tells of it', async () => {
    const breaking: AttributeTrace = () => {
      throw new Error('no such column');
    };
    const { service, drop, problems } = newService(newStore(), breaking);
    await drop(new Uint8Array(sample));
    const run = await service.attribute('run', LABELLED, () => undefined);
    expect(run).toMatchObject({ ok: true, value: { done: 0, total: 1, cancelled: false } });
    expect(problems).toHaveLength(1);
    expect(problems[0]?.detail).toContain('no such column');
  });
});

describe('views', () => {
  test('of a case name every operation it mentions', async () => {
    const { service, drop } = newService();
    const key = keyIn(await drop(new Uint8Array(sample)));
    await service.attribute('run', LABELLED, () => undefined);
    const [row] = (await service.cases({ ...ALL, outcomes: ['failed'] })).rows;
    if (row?.verdict === undefined) throw new Error('no verdict');
    const view = await service.caseView(key, row.queryId);
    if (!view.ok) throw new Error(view.problem.title);
    const named = view.value.operations.map((brief) => brief.opId);
    expect(named).toContain(row.verdict.opId);
    expect(named).toContain(view.value.case.judgeOp);
    const drawn = await service.operationView(key, row.verdict.opId);
    if (!drawn.ok) throw new Error(drawn.problem.title);
    const ids = new Set(drawn.value.nodes.map((node) => node.id));
    expect(ids.size).toBe(drawn.value.nodes.length);
    for (const edge of drawn.value.edges) {
      expect(ids).toContain(edge.source);
      expect(ids).toContain(edge.target);
    }
  });

  test('name the step of an operation after it, also where its edges say no more than “operation”', async () => {
    const { service, drop } = newService();
    const key = keyIn(await drop(new Uint8Array(sample)));
    const [row] = (await service.cases({ ...ALL, outcomes: ['failed'] })).rows;
    const view = await service.caseView(key, row?.queryId ?? expect.fail());
    const answer = view.ok ? view.value.case.answerOp : undefined;
    const drawn = await service.operationView(key, answer ?? expect.fail());
    if (!drawn.ok) throw new Error(drawn.problem.title);
    const steps = drawn.value.nodes.filter((node) => node.role === 'operation');
    expect(steps.map((node) => node.label)).toContain('question-answering');
    expect(steps.map((node) => node.label)).not.toContain('operation');
  });

  test('of a variable show a window of the value, raw and decoded', async () => {
    const { service, drop } = newService();
    const key = keyIn(await drop(new Uint8Array(sample)));
    const [row] = (await service.cases({ ...ALL, outcomes: ['failed'] })).rows;
    const view = await service.caseView(key, row?.queryId ?? expect.fail());
    const node = view.ok ? view.value.case.evidence[0] : undefined;
    if (node === undefined) throw new Error('no evidence');
    const whole = await service.variableView(key, node, 0);
    const tail = await service.variableView(key, node, 10);
    if (!whole.ok || !tail.ok) throw new Error('no variable');
    expect(whole.value.encoding).toBe('json');
    expect(tail.value.raw).toBe(whole.value.raw.slice(10));
    expect(whole.value.rawLength).toBe(whole.value.raw.length);
    expect(whole.value.readByCount).toBeGreaterThan(0);
  });

  test('of something that is not there say so', async () => {
    const { service, drop } = newService();
    const key = keyIn(await drop(new Uint8Array(sample)));
    const nowhere = await service.operationView(key, opId('op-nowhere'));
    expect(nowhere).toMatchObject({ ok: false, problem: { kind: 'not-in-trace' } });
    const gone = await service.operationView(traceKey('gone'), opId('op-nowhere'));
    expect(gone).toMatchObject({ ok: false, problem: { kind: 'trace-missing' } });
  });
});

test('the export carries every attributed case with its path and the keys of its annotation', async () => {
  const { service, drop } = newService();
  await drop(new Uint8Array(sample));
  await service.attribute('run', LABELLED, () => undefined);
  const file: unknown = JSON.parse(await (await service.exportResults()).text());
  const reason: unknown = expect.stringContaining('12 March');
  expect(file).toMatchObject({
    split: 'mem0',
    sampled_graph_paths: ['folder/a.json'],
    results: [
      {
        graph_path: 'folder/a.json',
        is_error_type_correct: true,
        is_op_id_correct: true,
        final_reason: reason,
      },
    ],
    metrics: { total_cases: 1, labelled_memory_errors: 1 },
  });
});
