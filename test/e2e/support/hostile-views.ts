import type { Locator, Page } from '@playwright/test';
import { COMPARE } from '../../../src/ui/explorer/texts-compare';
import { EXPLORER } from '../../../src/ui/explorer/texts';
import { TIMELINE } from '../../../src/ui/explorer/texts-timeline';
import { REPLAY } from '../../../src/ui/replay/texts';
import { REPORT } from '../../../src/ui/report/texts';
import { TEXTS } from '../../../src/ui/texts';
import { DOCUMENT } from '../../../src/ui/texts-document';
import { DRAWING } from '../../../src/ui/texts-drawing';
import { PROOF } from '../../../src/ui/texts-proof';
import { SCORING } from '../../../src/ui/texts-scoring';
import { zipFile } from '../../support/zip-file';
import { hostileNotebook } from './hostile-notebook';
import { ALL_PAYLOADS, hostileTrace, queryIds } from './payloads';
import { file, sampleText } from './sample-file';
import { addCell, cell, choose, expect, type Surface } from './surfaces';

/** Names of files cannot hold a slash. */
const IN_A_NAME = ALL_PAYLOADS.replaceAll('/', '_');

const files = (page: Page): Locator => page.locator(`ul[aria-label="${TEXTS.files.title}"]`);
const inspector = (page: Page): Locator => page.getByRole('complementary', { name: 'Inspector' });
export const article = (page: Page): Locator => page.getByRole('article');
const explorer = (page: Page): Locator => cell(page, TEXTS.cell.kind.explorer);

async function explore(page: Page, what: string): Promise<Locator> {
  await page.evaluate((hash) => {
    location.hash = `#/?explore=${hash}`;
  }, what);
  return explorer(page);
}

/** Follows a link of the open case into the explorer. */
export async function exploreCase(page: Page, link: string): Promise<Locator> {
  await cell(page, TEXTS.cell.kind.case)
    .getByRole('navigation', { name: EXPLORER.links.label })
    .first()
    .getByRole('link', { name: link, exact: true })
    .click();
  return explorer(page);
}

/** Every view, in an order in which each leads to the next. One line adds one. */
export const SURFACES: readonly Surface[] = [
  {
    name: 'file names',
    open: async (page) => {
      const trace = hostileTrace(await sampleText());
      const second = (await sampleText())
        .replaceAll('Mira', 'Marit')
        .replaceAll('"graph_id": "', '"graph_id": "b ');
      await choose(page, [file(`${IN_A_NAME}.json`, trace), file(`b ${IN_A_NAME}.json`, second)]);
      await expect(
        files(page)
          .locator('> li')
          .filter({ hasText: /read, 1 trace/ }),
      ).toHaveCount(2);
      return files(page);
    },
  },
  {
    name: 'table of traces',
    open: (page) => Promise.resolve(page.getByRole('region', { name: TEXTS.traceTable.caption })),
    click: (shown) => shown.getByRole('row').filter({ hasText: 'pscript' }).first(),
  },
  {
    name: 'zip entry names and error texts',
    open: async (page) => {
      const archive = zipFile([
        { name: `${IN_A_NAME}.json`, content: `{"${IN_A_NAME}": 1}` },
        { name: `../${IN_A_NAME}.json`, content: 'x', isEncrypted: true },
        { name: 'also.json', content: '[' },
      ]);
      await page.getByRole('button', { name: TEXTS.files.clear }).click();
      await choose(page, {
        name: 'names.zip',
        mimeType: 'application/zip',
        buffer: Buffer.from(archive),
      });
      await expect(files(page).getByText(TEXTS.files.refused, { exact: true })).toHaveCount(2);
      for (const list of await files(page).locator('details').all())
        await list.evaluate((element) => element.setAttribute('open', ''));
      return files(page);
    },
  },
  {
    name: 'table of questions',
    open: async (page) => {
      await page.getByRole('button', { name: TEXTS.attribute.run }).click();
      await expect(page.getByText(/attributed in/)).toBeVisible();
      await page.getByRole('searchbox', { name: TEXTS.search }).fill('pscript');
      return page.getByRole('table', { name: TEXTS.failed.table });
    },
    click: (shown) => shown.locator('a[data-row="0"]'),
  },
  {
    name: 'case with its path and quotes',
    open: async (page) => {
      await expect(article(page)).toContainText('pscript');
      return article(page);
    },
    click: (shown) => shown.locator('blockquote a'),
  },
  {
    name: 'inspector: variable',
    open: async (page) => {
      await expect(inspector(page).locator('pre').first()).toContainText(/\S/);
      return inspector(page);
    },
    click: (shown) => shown.getByRole('link', { name: EXPLORER.links.graph }),
  },
  {
    name: 'explorer: neighbourhood',
    open: async (page) => {
      await explorer(page).getByText(DRAWING.list, { exact: true }).first().click();
      await expect(explorer(page).getByRole('list', { name: DRAWING.list })).toBeVisible();
      return explorer(page);
    },
    click: (shown) => shown.getByRole('list', { name: DRAWING.list }).getByRole('link'),
  },
  {
    name: 'filter menu',
    open: async (page) => {
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: /^Question type:/ }).click();
      return cell(page, TEXTS.cell.kind.failed);
    },
  },
  {
    name: 'drawing of an operation and its list',
    open: async (page) => {
      await page.keyboard.press('Escape');
      await page.keyboard.press('g');
      await expect(article(page).locator('ul a').first()).toBeVisible();
      return article(page);
    },
    click: (shown) => shown.locator('a[href*="op"]'),
  },
  {
    name: 'inspector: operation',
    open: (page) => Promise.resolve(inspector(page)),
  },
  {
    name: 'replay proof',
    open: async (page) => {
      await page.keyboard.press('Escape');
      const proof = article(page).getByRole('region', { name: PROOF.title });
      await proof.getByRole('button').first().click();
      // Proved, refuted or why not: it has ended when it can be asked for again.
      await expect(proof.getByRole('button', { name: PROOF.run })).toBeVisible();
      return article(page);
    },
  },
  {
    name: 'replay: what can be changed',
    open: async (page) => {
      const replay = await addCell(page, 'replay');
      await replay.getByRole('combobox', { name: REPLAY.add.kind }).selectOption('prompt');
      await replay.getByRole('button', { name: REPLAY.add.add }).click();
      return replay;
    },
  },
  {
    name: 'replay: a data set',
    open: async (page) => {
      const replay = await addCell(page, 'replay');
      const talk = { id: ALL_PAYLOADS, sessions: [], metadata: { name: ALL_PAYLOADS } };
      const set = JSON.stringify({ trajectories: [talk], qa_pair_lists: [[]] });
      await replay.getByLabel(REPLAY.sample.choose).setInputFiles(file('set.json', set));
      await expect(replay.getByRole('combobox', { name: REPLAY.sample.sample })).toBeVisible();
      return replay;
    },
  },
  {
    name: 'explorer: timeline and overview',
    open: async (page) => {
      const found = await exploreCase(page, EXPLORER.links.timeline);
      await expect(found.getByRole('list', { name: TIMELINE.list })).toContainText('p');
      return found;
    },
    click: (shown) => shown.locator('[data-operation]'),
  },
  {
    name: 'explorer: retrieval funnel',
    open: async (page) => {
      const found = await exploreCase(page, EXPLORER.links.funnel);
      await expect(found.locator('[data-funnel]')).toContainText('p');
      return found;
    },
    click: (shown) => shown.locator('[data-funnel]').getByRole('link'),
  },
  {
    name: 'explorer: lifelines',
    open: async (page) => {
      const found = await exploreCase(page, EXPLORER.links.lifelines);
      await expect(found.getByRole('list', { name: EXPLORER.lifelines.list })).toBeVisible();
      return found;
    },
    click: (shown) => shown.getByRole('list', { name: EXPLORER.lifelines.list }).getByRole('link'),
  },
  {
    name: 'explorer: a lifeline and what changed',
    open: async (page) => {
      await expect(
        explorer(page).getByRole('list', { name: EXPLORER.lifelines.events }),
      ).toBeVisible();
      // The first unit may hold none itself; the whole page is looked at.
      return page.locator('body');
    },
  },
  {
    name: 'explorer: two traces',
    open: async (page) => {
      await explorer(page).getByRole('link', { name: EXPLORER.views.compare }).click();
      await explorer(page).getByRole('button', { name: COMPARE.run, exact: true }).click();
      await expect(explorer(page).getByRole('region', { name: COMPARE.table })).toContainText('p');
      return explorer(page);
    },
    click: (shown) => shown.locator('[data-compared]').getByRole('link').filter({ hasText: 'p' }),
  },
  {
    name: 'explorer: search by words',
    open: async (page) => {
      const found = await explore(page, 'search/words/pscript');
      await expect(found.getByRole('list', { name: EXPLORER.search.results })).toContainText('p');
      return found;
    },
    click: (shown) => shown.getByRole('list', { name: EXPLORER.search.results }).getByRole('link'),
  },
  {
    name: 'explorer: search by pattern',
    open: async (page) => {
      await page.keyboard.press('Escape');
      const found = await explore(page, 'search/pattern/pframe');
      await expect(found.getByRole('list', { name: EXPLORER.search.results })).toContainText('p');
      return found;
    },
    click: (shown) => shown.getByRole('list', { name: EXPLORER.search.results }).getByRole('link'),
  },
  {
    name: 'explorer: a pattern that cannot be read',
    open: async (page) => {
      await page.keyboard.press('Escape');
      const found = await explore(page, 'search/pattern/');
      await found.getByRole('searchbox').fill(`${ALL_PAYLOADS} (`);
      await found.getByRole('searchbox').press('Enter');
      return found;
    },
  },
  {
    name: 'labels: annotators and reasons',
    open: async (page) => {
      const labels = await addCell(page, 'labels');
      const name = labels.getByRole('textbox', { name: SCORING.labels.annotator });
      await name.fill(`Ana ${ALL_PAYLOADS}`);
      await name.press('Tab');
      await labels.getByRole('button', { name: SCORING.labels.start }).click();
      const bar = page.getByRole('group', { name: SCORING.labels.bar });
      await bar.getByRole('button').nth(3).click();
      const reason = bar.getByRole('textbox', { name: SCORING.labels.reason });
      await reason.fill(ALL_PAYLOADS);
      await reason.press('Tab');
      await labels.getByRole('button', { name: SCORING.labels.stop }).click();
      await expect(labels.getByRole('table').first()).toContainText('pscript');
      return page.locator('body');
    },
  },
  {
    name: 'labels: an imported list, and agreement',
    open: async (page) => {
      const labels = await addCell(page, 'labels');
      const own = queryIds(hostileTrace(await sampleText())).map((query_id) => ({
        query_id,
        final_error_type: 'ResponseError',
        final_reason: ALL_PAYLOADS,
        annotator: `Bo ${ALL_PAYLOADS}`,
      }));
      const list = [
        ...own,
        { query_id: ALL_PAYLOADS, final_error_type: 'UpdateError' },
        ALL_PAYLOADS,
      ];
      await labels
        .getByLabel(SCORING.labels.import, { exact: true })
        .last()
        .setInputFiles(file(`${IN_A_NAME}.json`, JSON.stringify(list)));
      await expect(page.getByText(/belongs to no question/)).toBeVisible();
      return labels;
    },
    click: (shown) =>
      shown.getByRole('region', { name: SCORING.labels.agreement }).getByRole('link'),
  },
  {
    name: 'evaluation',
    open: async (page) => {
      const evaluation = await addCell(page, 'evaluation');
      await evaluation
        .getByLabel(SCORING.runs.group, { exact: true })
        .selectOption({ label: SCORING.runs.groups.byQuestionType });
      return evaluation;
    },
  },
  {
    name: 'benchmark: hosts',
    open: async (page) => {
      const benchmark = await addCell(page, 'benchmark');
      const hosts = benchmark.getByRole('textbox', { name: SCORING.benchmark.hosts });
      await hosts.fill(ALL_PAYLOADS);
      await hosts.press('Tab');
      return benchmark;
    },
  },
  {
    name: 'report',
    open: async (page) => {
      const report = await addCell(page, 'report');
      await expect(report.getByRole('button', { name: 'HTML', exact: true })).toBeVisible();
      await expect(report.getByRole('img').first()).toBeVisible();
      return report;
    },
    click: (shown) => shown.getByRole('link', { name: new RegExp(`^${REPORT.open}`) }),
  },
  {
    name: 'title of the notebook',
    open: async (page) => {
      await page.getByRole('textbox', { name: TEXTS.title }).fill(ALL_PAYLOADS);
      await page.keyboard.press('Tab');
      return page.locator('body');
    },
  },
  {
    name: 'note in Markdown',
    open: async (page) => {
      const note = await addCell(page, 'note');
      await note.getByRole('button', { name: 'Edit', exact: true }).click();
      await note.getByRole('textbox', { name: 'Note in Markdown' }).fill(`# T\n\n${ALL_PAYLOADS}`);
      await note.getByRole('button', { name: 'Preview' }).click();
      await expect(note.getByRole('heading', { name: 'T', exact: true })).toBeVisible();
      return note;
    },
    click: (shown) => shown.getByText('plink'),
  },
  {
    name: 'commands and find',
    open: async (page) => {
      await page.keyboard.press('Control+k');
      const palette = page.getByRole('dialog', { name: DOCUMENT.palette.title });
      await palette.getByRole('combobox').fill(ALL_PAYLOADS);
      await expect(palette.getByRole('option').first()).toBeVisible();
      return palette;
    },
    click: (shown) => shown.getByRole('option'),
  },
  {
    name: 'file of another tool: what it gives',
    open: async (page) => {
      await page.keyboard.press('Escape');
      const table = [
        `question,answer,prediction,"${IN_A_NAME}"`,
        `When? ${IN_A_NAME},May,June ${IN_A_NAME},${IN_A_NAME}`,
      ];
      await choose(page, file(`${IN_A_NAME}.csv`, table.join('\n')));
      const traces = cell(page, TEXTS.cell.kind.traces);
      await expect(
        files(page)
          .locator('> li')
          .filter({ hasText: /read, 1 trace/ }),
      ).toHaveCount(1);
      for (const list of await traces.locator('details').all())
        await list.evaluate((element) => element.setAttribute('open', ''));
      return traces;
    },
  },
];

/** What is looked at once the notebook was exported: it opens another one. */
export const OTHER_NOTEBOOKS: readonly Surface[] = [
  {
    name: 'notebook file with hostile cells',
    open: async (page) => {
      await choose(page, {
        name: 'other.zip',
        mimeType: 'application/zip',
        buffer: Buffer.from(hostileNotebook()),
      });
      await expect(page.getByRole('textbox', { name: TEXTS.title })).toHaveValue(/^Other/);
      return page.locator('body');
    },
  },
  {
    name: 'list of notebooks',
    open: async (page) => {
      await page.getByRole('link', { name: DOCUMENT.notebooks, exact: true }).click();
      const list = page.getByRole('region', { name: DOCUMENT.shelf.caption });
      await expect(list).toContainText('pscript');
      return list;
    },
    click: (shown) => shown.getByRole('link').filter({ hasText: 'pscript' }),
  },
];
