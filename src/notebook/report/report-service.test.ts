import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { ScriptedChat } from '../../../test/support/scripted-chat';
import { openMemoryStore } from '../../store/store';
import type { Models } from '../models/contract';
import { bytesInMemory } from '../service/blob-bytes';
import { methods } from '../service/methods';
import { StoredTraceService } from '../service/trace-service';
import type { WritingProgress } from './contract';
import { StoredReports } from './report-service';

const model = new ScriptedChat(() => '{"rationale": "", "report": "Updates lose dates."}');
const models: Models = {
  chatModels: () => Promise.resolve([model.description]),
  chat: (id) => Promise.resolve(id === model.description.id ? model : undefined),
  embedding: () => Promise.resolve(undefined),
};
const PLAN = { model: model.description.id, overview: 'A diary.' };
const ALL = { examples: 1 };

let traces: StoredTraceService;
const reportsWith = (known: Models | undefined) =>
  new StoredReports({ ...traces.shared, models: () => known });

beforeAll(async () => {
  traces = new StoredTraceService({
    store: openMemoryStore(),
    openBytes: bytesInMemory,
    methods,
    onProblem: (problem) => {
      throw new Error(problem.detail);
    },
  });
  const path = new URL('../../../public/samples/first-steps.json', import.meta.url);
  const sample = new Blob([new Uint8Array(await readFile(path))]);
  await traces.importFile('1', sample, 'a.json', 'a.json', () => undefined);
  await traces.attribute(
    '2',
    { method: 'flow', evidence: 'labelled', evidenceQuery: 'gold' },
    () => undefined,
  );
});

describe('a report written by a model', () => {
  test('is made from the cases with what the accused operation read and wrote', async () => {
    const told: WritingProgress[] = [];
    const written = await reportsWith(models).write('w', ALL, PLAN, (step) => told.push(step));
    expect(written).toMatchObject({
      ok: true,
      value: { report: 'Updates lose dates.', calls: 1, unread: 0, finished: true },
    });
    expect(told).toEqual([{ done: 1, total: 1, report: 'Updates lose dates.' }]);
    const asked = model.asked.at(-1)?.request.messages.at(-1)?.text ?? '';
    expect(asked).toContain('A diary.');
    expect(asked).toContain('Operation: memory_system.update_memory_decision');
    expect(asked).toMatch(/Wrote .*pottery/);
  });

  test('says that no model is chosen when the models were not started', async () => {
    const written = await reportsWith(undefined).write('w', ALL, PLAN, () => undefined);
    expect(written).toMatchObject({ ok: false, problem: { kind: 'model-not-chosen' } });
  });

  test('stands at the top of every file in place of the counted text', async () => {
    const reports = reportsWith(models);
    for (const format of ['html', 'markdown', 'json', 'memtrace'] as const) {
      const file = { format, title: 'Report', analysis: 'Updates lose dates.', charts: [] };
      expect(await (await reports.file(ALL, file)).text()).toContain('Updates lose dates.');
    }
  });
});
