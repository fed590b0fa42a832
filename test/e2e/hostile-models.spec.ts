import { test, type Locator, type Page } from '@playwright/test';
import { isObject } from '../../src/trace/json';
import { RUNS } from '../../src/ui/attribution/texts';
import { LAB } from '../../src/ui/lab/texts';
import { MODELS } from '../../src/ui/models/texts';
import { MODEL_WORDS } from '../../src/ui/models/words';
import { REPORT } from '../../src/ui/report/texts';
import { TEXTS } from '../../src/ui/texts';
import { answer, type Behaviour } from '../support/stand-in/behaviour';
import { StandInProvider, type SeenRequest } from '../support/stand-in/stand-in-provider';
import { checkExports, type Export } from './support/exports';
import { HarmWatch } from './support/harm';
import { ALL_PAYLOADS, hostileTrace } from './support/payloads';
import { file, sampleText } from './support/sample-file';
import {
  addCell,
  AT_ITS_START,
  cell,
  choose,
  expect,
  visit,
  type Surface,
} from './support/surfaces';

const KEY = 'stand-in-key';

let provider: StandInProvider;
test.beforeEach(async () => {
  provider = await StandInProvider.start();
  provider.keys = [KEY];
  // As the name stands in the JSON of a request.
  provider.models = [JSON.stringify(ALL_PAYLOADS).slice(1, -1)];
});
test.afterEach(() => provider.stop());

const models = (page: Page): Locator => cell(page, TEXTS.cell.kind.models);
/** How the last test of a connection ended. */
const tested = (page: Page): Locator =>
  models(page)
    .locator('form')
    .filter({ has: page.getByLabel(MODELS.model) })
    .getByRole('status')
    .last();
const runs = (page: Page): Locator => cell(page, TEXTS.cell.kind.attribution);
const lab = (page: Page): Locator => cell(page, TEXTS.cell.kind.lab);

/** Every key that any question of the page asks for, each with the payloads. */
const EVERY_ANSWER = JSON.stringify(
  Object.fromEntries(
    ['report', 'diagnosis', 'suggestion', 'advice', 'prompt', 'changes'].map((key) => [
      key,
      ALL_PAYLOADS,
    ]),
  ),
);

/** Looks around with hostile words, then accuses with hostile reasons and quotes. */
function agent({ method, body }: SeenRequest): Behaviour {
  if (method !== 'POST') return answer('');
  const parsed: unknown = JSON.parse(body);
  const messages = isObject(parsed) && Array.isArray(parsed['messages']) ? parsed['messages'] : [];
  const steps = messages.filter((m) => isObject(m) && m['role'] === 'assistant').length;
  const task = messages.map((m) => (isObject(m) ? String(m['content']) : '')).join('\n');
  const call =
    steps < 2
      ? { name: 'search_values', arguments: { words: `${ALL_PAYLOADS} ${steps}` } }
      : {
          name: 'submit_verdict',
          arguments: {
            error_type: 'ResponseError',
            op_id: /answer="([^"]*)"/.exec(task)?.[1] ?? '',
            reason: ALL_PAYLOADS,
            quotes: [{ variable: ALL_PAYLOADS, text: ALL_PAYLOADS, shows: 'held' }],
            unsure: false,
          },
        };
  const calls = [{ name: call.name, arguments: JSON.stringify(call.arguments) }];
  return { kind: 'answer', text: ALL_PAYLOADS, calls, piece: 100, everyMs: 20 };
}

/** Chooses the hostile model where a cell asks which one. */
async function chooseModel(within: Locator, label: string): Promise<void> {
  const menu = within.getByRole('combobox', { name: label, exact: true }).first();
  await menu.selectOption({ index: 1 });
}

const SURFACES: readonly Surface[] = [
  {
    name: 'model: name and address typed',
    open: async (page) => {
      const found = await addCell(page, 'models');
      await found.getByText(MODELS.add).click();
      await found.getByLabel(MODELS.preset).selectOption('other');
      await found.getByLabel(MODELS.address, { exact: true }).fill(provider.baseUrl('openai'));
      await found.getByLabel(MODELS.model).fill(ALL_PAYLOADS);
      await found.getByLabel(MODELS.keyOfLane, { exact: true }).fill(KEY);
      return found;
    },
  },
  {
    name: 'model: error of the endpoint',
    open: async (page) => {
      provider.decide = () => ({ kind: 'status', status: 400, message: ALL_PAYLOADS });
      await models(page).getByRole('button', { name: MODELS.test }).last().click();
      await expect(tested(page).getByText('✕')).toBeVisible();
      return models(page);
    },
  },
  {
    name: 'model: error that is a page',
    open: async (page) => {
      const body = `<html><body>${ALL_PAYLOADS}</body></html>`;
      provider.decide = () => ({
        kind: 'status',
        status: 500,
        headers: { 'content-type': 'text/html' },
        body,
      });
      await models(page).getByRole('button', { name: MODELS.test }).last().click();
      await expect(tested(page)).toContainText(/failed on its side|not a model endpoint/);
      return models(page);
    },
  },
  {
    name: 'model: streamed answer',
    open: async (page) => {
      provider.decide = () => ({ kind: 'answer', text: ALL_PAYLOADS, piece: 5 });
      await models(page).getByRole('button', { name: MODELS.test }).last().click();
      const said = models(page)
        .getByText(/Answered “/)
        .first();
      await expect(said).toBeVisible();
      return said;
    },
  },
  {
    name: 'model: its row',
    open: async (page) => {
      await models(page).getByRole('button', { name: MODELS.save, exact: true }).click();
      const row = models(page).getByRole('row').filter({ hasText: 'pscript' }).first();
      await expect(row).toContainText(MODELS.ready);
      return row;
    },
    click: (shown) => shown.getByRole('rowheader'),
  },
  {
    name: 'attribution run: steps and cases',
    open: async (page) => {
      provider.decide = agent;
      const trace = hostileTrace(await wrongSample());
      const second = (await wrongSample())
        .replaceAll('Mira', 'Marit')
        .replaceAll('"graph_id": "', '"graph_id": "b ');
      await choose(page, [file('hostile.json', trace), file('second.json', second)]);
      await expect(page.getByRole('row', { name: /second\.json/ })).toBeVisible();
      await expect(page.getByRole('row', { name: /hostile\.json/ })).toBeVisible();
      const form = await addCell(page, 'attribution');
      await form.getByLabel(RUNS.method, { exact: true }).selectOption('graph-agent');
      await form.getByLabel(RUNS.cases, { exact: true }).selectOption('failed');
      await form.getByLabel(RUNS.most).fill('2');
      await form.getByLabel(RUNS.name).fill(ALL_PAYLOADS);
      await form.getByRole('button', { name: RUNS.start }).click();
      await expect(form.getByRole('region', { name: RUNS.steps })).toContainText('pscript');
      await expect(form.getByText(/of 2 cases/).first()).toBeVisible();
      await form.getByRole('button', { name: RUNS.details, exact: true }).click();
      return runs(page);
    },
    click: (shown) => shown.getByRole('table').getByRole('row').filter({ hasText: 'p' }),
  },
  {
    name: 'case with the verdict of a model',
    open: async (page) => {
      await expect(
        runs(page)
          .getByText(/Done: /)
          .first(),
      ).toBeVisible();
      const table = page.getByRole('table', { name: TEXTS.failed.table });
      await table
        .getByRole('link')
        .filter({ hasText: 'pscript' })
        .first()
        .click({ position: AT_ITS_START });
      await expect(page.getByRole('article')).toContainText('pscript');
      return page.getByRole('article');
    },
    click: (shown) => shown.locator('blockquote a, ul a'),
  },
  {
    name: 'log of calls, with texts',
    open: async (page) => {
      await page.keyboard.press('Escape');
      await models(page).getByRole('button', { name: MODELS.showTexts }).first().click();
      await expect(models(page).locator('pre').first()).toBeVisible();
      return models(page);
    },
  },
  {
    name: 'report written by a model',
    open: async (page) => {
      provider.decide = () => answer(EVERY_ANSWER);
      await page.getByRole('button', { name: TEXTS.attribute.run }).click();
      await expect(page.getByText(/attributed in/)).toBeVisible();
      const report = await addCell(page, 'report');
      await report.getByText(REPORT.write.title).first().click();
      await chooseModel(report, MODEL_WORDS.choose);
      await report.getByLabel(REPORT.write.overview).fill(ALL_PAYLOADS);
      await report.getByRole('button', { name: REPORT.write.start, exact: true }).click();
      const written = report.locator('.written');
      await expect(written).toContainText('pscript');
      return written;
    },
  },
  {
    name: 'prompt lab: targets and failed cases',
    open: async (page) => {
      const room = await addCell(page, 'lab');
      // The least is held out, so that hostile failures are there to learn from.
      await room.getByLabel(LAB.setup.share).selectOption({ index: 0 });
      await room.getByRole('button', { name: LAB.setup.start }).click();
      await expect(room.getByRole('heading', { name: LAB.targets.title })).toBeVisible();
      for (const list of await room.locator('li details').all())
        await list.evaluate((element) => element.setAttribute('open', ''));
      return room;
    },
  },
  {
    name: 'prompt lab: suggestion of a model',
    open: async (page) => {
      await chooseModel(lab(page), LAB.model);
      // The prompts that failed cases read come with what may be suggested for them.
      const failing = lab(page)
        .getByRole('listitem')
        .filter({ has: page.getByText(/^[1-9]\d* failed in tune/) });
      await failing.first().getByRole('button').first().click();
      const part = lab(page).getByRole('region', { name: LAB.suggest.title, exact: true });
      await part.getByRole('button', { name: LAB.suggest.run }).click();
      const list = part.locator('details').first();
      await expect(list).toBeAttached();
      for (const one of await part.locator('details').all())
        await one.evaluate((element) => element.setAttribute('open', ''));
      return part;
    },
  },
  {
    name: 'prompt lab: editor and difference',
    open: async (page) => {
      const part = lab(page).getByRole('region', { name: LAB.versions.title, exact: true });
      const editor = part.getByRole('textbox', { name: LAB.versions.editor });
      await editor.fill(`${ALL_PAYLOADS} {${ALL_PAYLOADS}}`);
      await part.getByLabel(LAB.versions.note, { exact: true }).fill(ALL_PAYLOADS);
      await part.getByLabel(LAB.versions.compareWith).selectOption({ index: 1 });
      await expect(part.locator('.cm-content')).toContainText('pscript');
      await part.getByRole('button', { name: LAB.versions.save }).click();
      await part.getByRole('button', { name: LAB.versions.keep }).first().click();
      return part;
    },
    click: (shown) => shown.locator('.cm-line'),
  },
  {
    name: 'prompt lab: an imported run',
    open: async (page) => {
      const part = lab(page).getByRole('region', { name: LAB.files.title, exact: true });
      await part
        .locator('input[type=file]:not([webkitdirectory])')
        .setInputFiles(
          file('update_results.json', JSON.stringify({ [ALL_PAYLOADS]: ALL_PAYLOADS })),
        );
      return lab(page);
    },
  },
];

const EXPORTS: readonly Export[] = [
  {
    name: 'results of a run',
    kind: 'json',
    button: (page) => runs(page).getByRole('button', { name: RUNS.save }),
  },
  {
    name: 'written report as HTML',
    kind: 'html',
    button: (page) =>
      cell(page, TEXTS.cell.kind.report).getByRole('button', { name: 'HTML', exact: true }),
  },
  {
    name: 'written report as Markdown',
    kind: 'markdown',
    button: (page) =>
      cell(page, TEXTS.cell.kind.report).getByRole('button', { name: 'Markdown', exact: true }),
  },
  {
    name: 'written report as MemTrace’s error_analysis_report.json',
    kind: 'json',
    button: (page) =>
      cell(page, TEXTS.cell.kind.report).getByRole('button', {
        name: REPORT.formats.memtrace.name,
        exact: true,
      }),
  },
  {
    name: 'prompts as update_results.json',
    kind: 'json',
    button: (page) =>
      lab(page).getByRole('button', {
        name: LAB.files.exports['update-results'].name,
        exact: true,
      }),
  },
];

/** The sample with every answer judged wrong: more failed cases for models to work on. */
const wrongSample = async (): Promise<string> =>
  (await sampleText()).replaceAll('"value": "1.0"', '"value": "0.0"');

test('nothing that a model or its endpoint says is anything but text, on any surface', async ({
  page,
  baseURL,
}, info) => {
  test.setTimeout(240_000);
  page.setDefaultTimeout(30_000);
  const harm = new HarmWatch(page.context(), new URL(baseURL ?? '').origin, provider.origin);
  await page.addInitScript((allowed) => {
    localStorage.setItem('memtrace.allowed-origins', JSON.stringify([allowed]));
  }, provider.origin);
  await page.goto('./');
  await expect(page.getByRole('row', { name: /first-steps/ })).toBeVisible();
  try {
    const missed = [
      ...(await visit(page, harm, SURFACES)),
      ...(await checkExports(page, harm, EXPORTS)),
    ];
    expect(missed).toEqual([]);
  } finally {
    await harm.tell(info);
  }
});
