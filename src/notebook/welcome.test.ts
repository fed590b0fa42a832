import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { err, ok } from '../base/result';
import { problem } from '../base/problem';
import { openMemoryStore } from '../store/store';
import { openNotebook } from './document/open-notebook';
import { bytesInMemory } from './service/blob-bytes';
import { methods } from './service/methods';
import { StoredNotebooks } from './service/notebook-store';
import { StoredTraceService } from './service/trace-service';
import { readSample, SAMPLE } from './welcome';

async function firstVisit() {
  const store = openMemoryStore();
  const parts = { store, openBytes: bytesInMemory, methods, onProblem: () => expect.fail() };
  const { editor } = await openNotebook(new StoredNotebooks(store, undefined), 'first');
  return { traces: new StoredTraceService(parts), editor };
}

test('a first visitor finds the sample attributed and its failed question open', async () => {
  const { traces, editor } = await firstVisit();
  const sample = await readFile(new URL(`../../public/${SAMPLE}`, import.meta.url));
  const result = await readSample(traces, editor, (address) => {
    expect(address).toBe(SAMPLE);
    return Promise.resolve(ok(new Response(new Uint8Array(sample))));
  });
  expect(result).toMatchObject({ ok: true, value: { system: 'mem0' } });
  const shown = editor.cells.find((cell) => cell.kind === 'case');
  const view =
    shown?.kind === 'case' && shown.shown
      ? await traces.caseView(shown.shown.trace, shown.shown.query)
      : undefined;
  expect(view).toMatchObject({ ok: true, value: { verdict: { errorType: 'UpdateError' } } });
  expect(editor.canUndo).toBe(false);
});

test('without a site the notebook stays as it is, and the problem says why', async () => {
  const { traces, editor } = await firstVisit();
  const offline = err(problem('network-failed'));
  expect(await readSample(traces, editor, () => Promise.resolve(offline))).toEqual(offline);
  const missing = ok(new Response('', { status: 404 }));
  const result = await readSample(traces, editor, () => Promise.resolve(missing));
  expect(result).toMatchObject({ ok: false, problem: { kind: 'network-failed' } });
  expect(await traces.traces()).toEqual([]);
});
