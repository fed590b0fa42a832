import fc from 'fast-check';
import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { KillablePages } from '../../../test/support/killed-page';
import { openMemoryStore, type Store } from '../../store/store';
import type { Verdict } from '../../cases/verdict';
import { bytesInMemory } from '../service/blob-bytes';
import { methods } from '../service/methods';
import { StoredTraceService } from '../service/trace-service';
import type { Models } from '../models/contract';
import type { RunPlan, RunProgress } from './contract';
import { SIDE_BY_SIDE } from './estimate';
import { StoredRuns } from './run-service';

const PLAN: RunPlan = {
  method: 'graph-agent',
  model: 'test/counted',
  evidence: 'labelled',
  evidenceQuery: 'gold',
  priors: true,
  repetitions: 1,
  scope: 'failed',
  limits: {},
};

let sample: Blob;

beforeAll(async () => {
  const path = new URL('../../../public/samples/first-steps.json', import.meta.url);
  sample = new Blob([new Uint8Array(await readFile(path))]);
});

/** A page on a store: what it knows is gone with it, what is stored is not. */
function pageOn(store: Store, models: Models | undefined) {
  const traces = new StoredTraceService({
    store,
    openBytes: bytesInMemory,
    methods,
    onProblem: (problem) => {
      throw new Error(problem.detail);
    },
  });
  const runs = new StoredRuns({ ...traces.shared, models: () => models, newId: () => 'run-1' });
  return { traces, runs };
}

async function storeWithSample(): Promise<Store> {
  const store = openMemoryStore();
  await pageOn(store, undefined).traces.importFile(
    '1',
    sample,
    'a.json',
    'a.json',
    () => undefined,
  );
  return store;
}

const quiet = (): void => undefined;

/** The verdicts of a run, without how long they took and what was answered from what was kept. */
async function verdictsOf(store: Store): Promise<readonly (Verdict | undefined)[]> {
  const rows = await store.runs.cases('run-1');
  if (!rows.ok) throw new Error(rows.problem.detail);
  return rows.value.map(({ verdict }) =>
    verdict?.asked === undefined
      ? verdict
      : { ...verdict, asked: { ...verdict.asked, milliseconds: 0 } },
  );
}

async function uninterrupted(plan: RunPlan) {
  const store = await storeWithSample();
  const pages = new KillablePages();
  const run = await pageOn(store, pages.models()).runs.start('whole', plan, quiet);
  if (!run.ok) throw new Error(run.problem.title);
  return { verdicts: await verdictsOf(store), pages, run: run.value };
}

const later = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

describe('a run', () => {
  test('killed at any moments repeats no completed call and ends as one that was never stopped', async () => {
    const plan = { ...PLAN, repetitions: 2 };
    const whole = await uninterrupted(plan);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: 6 }), { maxLength: 4 }),
        async (kills) => {
          const store = await storeWithSample();
          const pages = new KillablePages();
          let begun = false;
          for (const diesAfter of kills) {
            const { runs } = pageOn(store, pages.models(diesAfter));
            void (begun ? runs.resume('run-1', false, quiet) : runs.start('whole', plan, quiet));
            begun = true;
            // Long enough for every answer that this page still gets; then it is gone.
            await later(40);
          }
          const { runs } = pageOn(store, pages.models());
          const run = begun
            ? await runs.resume('run-1', false, quiet)
            : await runs.start('whole', plan, quiet);
          expect(run).toMatchObject({ ok: true, value: { state: 'done', failed: 0 } });
          expect(await verdictsOf(store)).toEqual(whole.verdicts);
          expect(pages.completed).toBe(whole.pages.completed);
          const asked = [...pages.asked.values()].reduce((sum, times) => sum + times, 0);
          expect(asked).toBeLessThanOrEqual(pages.completed + kills.length * SIDE_BY_SIDE);
        },
      ),
      { seed: 31, numRuns: 12 },
    );
  }, 60_000);

  test('paused stops within a second, keeps what is finished, and goes on where it was', async () => {
    const store = await storeWithSample();
    const pages = new KillablePages();
    const { runs } = pageOn(store, pages.models());
    const told: RunProgress[] = [];
    pages.onCompleted = () => {
      if (pages.completed === 2) void runs.pause('run-1');
    };
    const run = await runs.start('paused', PLAN, (progress) => {
      told.push(progress);
    });
    expect(run).toMatchObject({ ok: true, value: { state: 'paused', problem: undefined } });
    const { done, total } = run.ok ? run.value : { done: 0, total: 0 };
    expect(done).toBeLessThan(total);
    const whole = await runs.resume('run-1', false, quiet);
    expect(whole).toMatchObject({ ok: true, value: { state: 'done', done: total } });
    expect(pages.completed).toBe(total * 3);
    expect(told.flatMap(({ steps }) => steps).some(({ tool }) => tool === 'search_values')).toBe(
      true,
    );
  });

  test('that a crash cut off is shown as interrupted', async () => {
    const store = await storeWithSample();
    const pages = new KillablePages();
    void pageOn(store, pages.models(2)).runs.start('cut', PLAN, quiet);
    await expect.poll(() => pages.completed, { timeout: 5_000 }).toBe(2);
    await later(20);
    const [run] = await pageOn(store, pages.models()).runs.list();
    expect(run).toMatchObject({ state: 'interrupted', name: 'cut' });
    expect(run?.calls).toBe(2);
  });

  test('goes on after a failed case, and retries only those that failed', async () => {
    const store = await storeWithSample();
    const pages = new KillablePages();
    const models = pages.models();
    let broken = 1;
    const failing: Models = {
      ...models,
      chat: async (id) => {
        const model = await models.chat(id);
        return (
          model && {
            description: model.description,
            chat: (request, options) =>
              broken-- > 0
                ? Promise.resolve({
                    ok: false,
                    problem: {
                      kind: 'model-server-error' as const,
                      title: 'Broken.',
                      detail: '500',
                      next: 'Try again.',
                    },
                  })
                : model.chat(request, options),
          }
        );
      },
    };
    const { runs } = pageOn(store, failing);
    const first = await runs.start('failing', PLAN, quiet);
    expect(first).toMatchObject({ ok: true, value: { state: 'done', failed: 1 } });
    const before = pages.completed;
    const second = await runs.resume('run-1', true, quiet);
    expect(second).toMatchObject({ ok: true, value: { failed: 0 } });
    expect(pages.completed - before).toBe(3);
  });

  test('is priced beforehand, by what finished cases of the same model took when there are any', async () => {
    const store = await storeWithSample();
    const pages = new KillablePages(1_000);
    const { runs } = pageOn(store, pages.models());
    const guess = await runs.estimate(PLAN);
    expect(guess).toMatchObject({ ok: true, value: { basedOn: 0 } });
    const run = await runs.start('priced', PLAN, quiet);
    const total = run.ok ? run.value.total : 0;
    const known = await runs.estimate(PLAN);
    expect(known).toMatchObject({
      ok: true,
      value: { basedOn: total, calls: total * 3, tokens: total * 3 * 1_001 },
    });
  });

  test('is exported in MemTrace’s format with what it cost', async () => {
    const store = await storeWithSample();
    const { runs } = pageOn(store, new KillablePages().models());
    await runs.start('exported', PLAN, quiet);
    const blob = await runs.exportRun('run-1');
    if (!blob.ok) throw new Error(blob.problem.title);
    const file: unknown = JSON.parse(await blob.value.text());
    expect(file).toMatchObject({
      metrics: { error_attribution_cost: { average_input_tokens: 30, average_output_tokens: 3 } },
    });
  });

  test('without a model says so and starts nothing', async () => {
    const store = await storeWithSample();
    const { runs } = pageOn(store, undefined);
    expect(await runs.start('none', PLAN, quiet)).toMatchObject({
      ok: false,
      problem: { kind: 'model-not-chosen' },
    });
  });
});
