import { readdirSync, readFileSync } from 'node:fs';
import { expect, test, type Page } from '@playwright/test';
import { HubStandIn, type StandInFile } from '../support/hub-stand-in';
import { hasSharedData, sharedPath } from '../support/shared-data';
import { zipFile } from '../support/zip-file';
import { barriersIn } from './support/barriers';
import { activate, tabTo } from './support/keyboard';
import { otherSample, sampleText } from './support/sample-file';

const benchmark = (page: Page) => page.getByRole('region', { name: 'Benchmark', exact: true });
const fileRow = (page: Page, path: string) => benchmark(page).getByRole('row', { name: path });

let standIn: HubStandIn | undefined;
test.afterEach(() => standIn?.stop());

/** Opens the template, with every host but this site and the stand-in noted. */
async function openBenchmark(page: Page, files: Record<string, StandInFile>) {
  const host = (standIn = await HubStandIn.start(files));
  const contacted = new Set<string>();
  page.context().on('request', (request) => contacted.add(new URL(request.url()).origin));
  await page.goto('./');
  await expect(page.getByRole('row', { name: /first-steps\.json/ })).toBeVisible();
  await activate(page, page.getByRole('button', { name: '+ Benchmark template' }));
  const hosts = benchmark(page).getByRole('textbox', { name: /^Host/ });
  await tabTo(page, hosts, 'Shift+Tab');
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(host.allowed.join(' '));
  await page.keyboard.press('Tab');
  await expect(benchmark(page)).toContainText('Nothing is sent there before you allow it');
  return { host, contacted };
}

async function allowAndList(page: Page) {
  const loaded = page.waitForEvent('load');
  await activate(page, page.getByRole('button', { name: 'Allow these hosts and reload' }));
  await loaded;
  const list = page.getByRole('button', { name: 'List files', exact: true });
  await expect(list).toBeVisible({ timeout: 20_000 });
  await activate(page, list);
}

test('the benchmark is downloaded from a stand-in of its host, with resume and every failure', async ({
  page,
}) => {
  const content = Buffer.from(await sampleText());
  const other = Buffer.from(await otherSample('Mira', 'Marit'));
  const { host, contacted } = await openBenchmark(page, {
    'mem0/cut.json': { content: other, large: true, cut: { after: 30_000, times: 2 } },
    'mem0/damaged.json': { content, large: true, wrongHash: true },
    'rag/gone.json': { content, status: 404 },
    'rag/small.json': { content },
  });
  expect(host.seen).toEqual([]);
  await allowAndList(page);
  await expect(benchmark(page)).toContainText('4 files');
  await activate(page, benchmark(page).getByRole('button', { name: /^Download 4 files/ }));
  await expect(benchmark(page)).toContainText('2 files read, 2 failed.');
  await expect(fileRow(page, 'mem0/damaged.json')).toContainText('not what the host announced');
  await expect(fileRow(page, 'rag/gone.json')).toContainText('does not have this file');
  await expect(fileRow(page, 'mem0/cut.json')).toContainText('read');
  const ranges = host.seen.filter(({ path }) => path === '/store/mem0/cut.json');
  expect(ranges.map(({ range }) => range)).toEqual([undefined, 'bytes=30000-', 'bytes=60000-']);
  await expect(page.getByRole('row', { name: /^cut\.json/ })).toBeVisible();
  const own = new URL(page.url()).origin;
  expect([...contacted].filter((origin) => origin.startsWith('http'))).toEqual(
    expect.arrayContaining([own]),
  );
  const foreign = [...contacted].filter((o) => o.startsWith('http') && o !== own);
  expect(foreign.filter((origin) => !host.allowed.includes(origin))).toEqual([]);
});

test('a host without CORS, and a redirect to a host nobody allowed, are refused with a reason', async ({
  page,
}) => {
  const content = Buffer.from(await sampleText());
  const elsewhere = await HubStandIn.start({ 'mem0/away.json': { content } });
  const { host } = await openBenchmark(page, {
    'mem0/away.json': { content, large: true, storage: elsewhere.hubOrigin },
    'mem0/closed.json': { content, noCors: true },
  });
  await allowAndList(page);
  await activate(page, benchmark(page).getByRole('button', { name: /^Download 2 files/ }));
  await expect(benchmark(page)).toContainText('0 files read, 2 failed.');
  await expect(fileRow(page, 'mem0/closed.json')).toContainText('The request failed.');
  await expect(fileRow(page, 'mem0/away.json')).toContainText('The request failed.');
  expect(elsewhere.seen).toEqual([]);
  expect(host.seen.length).toBeGreaterThan(2);
  elsewhere.stop();
});

test('a benchmark that is not there says so', async ({ page }) => {
  const { host } = await openBenchmark(page, {});
  host.listStatus = 404;
  await allowAndList(page);
  await expect(benchmark(page)).toContainText('The host does not have this file.');
});

test('the four splits come out of a dropped archive, and no host is asked', async ({ page }) => {
  const splits = ['rag', 'mem0', 'evermemos', 'long_context'];
  const members = await Promise.all(
    splits.map(async (split) => ({
      name: `MemTraceBench/${split}/one.json`,
      content: Buffer.from(await otherSample('Mira', `Mira of ${split}`)),
    })),
  );
  const contacted = new Set<string>();
  page.context().on('request', (request) => contacted.add(new URL(request.url()).host));
  await page.goto('./');
  await expect(page.getByRole('row', { name: /first-steps\.json/ })).toBeVisible();
  await activate(page, page.getByRole('button', { name: '+ Benchmark template' }));
  const chooser = page.waitForEvent('filechooser');
  await activate(page, page.getByRole('button', { name: 'Choose files' }));
  const buffer = Buffer.from(zipFile(members));
  await (await chooser).setFiles([{ name: 'bench.zip', mimeType: 'application/zip', buffer }]);
  await expect(page.getByRole('row', { name: /^one\.json/ })).toHaveCount(4);
  await activate(page, benchmark(page).getByRole('button', { name: 'Run benchmark', exact: true }));
  const table = benchmark(page).getByRole('table', { name: /split by split/ });
  for (const split of splits)
    await expect(table.getByRole('row', { name: new RegExp(`^${split} 1 1 `) })).toBeVisible();
  // The sample of a first visit is in no split and does not count.
  await expect(table.getByRole('row', { name: /^All splits 4 4 / })).toBeVisible();
  const own = new URL(page.url()).host;
  expect([...contacted].filter((host) => host !== '' && host !== own)).toEqual([]);
});

test.describe('with the shared traces', () => {
  test.skip(!hasSharedData('small'), 'the shared traces are absent');

  test('the template prints the table of the four splits', async ({ page }) => {
    test.setTimeout(120_000);
    const splits = ['rag', 'mem0', 'evermemos', 'long_context'];
    const paths = splits.flatMap((split) =>
      readdirSync(sharedPath('small', split))
        .filter((name) => !name.includes('membase'))
        .map((name) => `${split}/${name}`),
    );
    await openBenchmark(
      page,
      Object.fromEntries(
        paths.map((path) => [
          path,
          { content: readFileSync(sharedPath('small', path)), large: true },
        ]),
      ),
    );
    await allowAndList(page);
    await activate(page, benchmark(page).getByRole('button', { name: /^Download 8 files/ }));
    await expect(benchmark(page)).toContainText('8 files read.', { timeout: 60_000 });
    await activate(
      page,
      benchmark(page).getByRole('button', { name: 'Run benchmark', exact: true }),
    );
    const table = benchmark(page).getByRole('table', { name: /split by split/ });
    await expect(table).toBeVisible({ timeout: 60_000 });
    for (const split of splits)
      await expect(table.getByRole('row', { name: new RegExp(`^${split} `) })).toContainText(
        'no model called',
      );
    await expect(table.getByRole('row', { name: /^All splits/ })).toContainText(/\/88/);
    await expect(table).toContainText('Recall@8');
    await expect(benchmark(page)).toContainText('arXiv 2605.28732');
    if (process.env['MEMTRACE_PRINT'] !== undefined) console.log(await table.innerText());

    // The same cases from the other evidence, and the two runs side by side.
    const labelled = table.and(benchmark(page).getByRole('table', { name: /labelled evidence/ }));
    await benchmark(page).getByRole('combobox', { name: 'Evidence' }).selectOption('labelled');
    await activate(
      page,
      benchmark(page).getByRole('button', { name: 'Run benchmark', exact: true }),
    );
    await expect(labelled).toBeVisible({ timeout: 60_000 });
    const evaluation = page.getByRole('region', { name: 'Evaluation', exact: true });
    const scores = evaluation.getByRole('table', { name: /Wilson/ });
    await expect(scores).toHaveCount(2);
    for (const side of [0, 1])
      await expect(scores.nth(side).getByRole('row', { name: /^All systems/ })).toContainText(
        /\/89/,
      );
    await expect(evaluation.getByRole('table', { name: /rows/ })).toHaveCount(2);
    const counts = evaluation.getByRole('table', { name: /Which of the two is right/ });
    await expect(counts).toContainText('n = 89');
    for (const part of ['[data-cell="benchmark"]', '[data-cell="evaluation"]'])
      expect(await barriersIn(page, part)).toEqual([]);
    await expect(
      evaluation
        .getByRole('region', { name: /disagree/ })
        .getByRole('link')
        .first(),
    ).toBeVisible();
  });
});
