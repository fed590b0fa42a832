import { copyFile, readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { expect as briefly, test, type Locator, type Page } from '@playwright/test';
import Papa from 'papaparse';
import { EXPLORER } from '../../src/ui/explorer/texts';
import { REPORT } from '../../src/ui/report/texts';
import { TEXTS } from '../../src/ui/texts';
import { SCORING } from '../../src/ui/texts-scoring';
import { zipFile } from '../support/zip-file';
import { HarmWatch } from './support/harm';
import { ALL_PAYLOADS, FORMULA, hostileTrace, payloadsIn } from './support/payloads';
import { file, sampleText } from './support/sample-file';

/** Every view in turn, on a machine that may be busy. */
const expect = briefly.configure({ timeout: 20_000 });

/** Names of files cannot hold a slash. */
const IN_A_NAME = ALL_PAYLOADS.replaceAll('/', '_');

const cell = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
const files = (page: Page): Locator => page.locator(`ul[aria-label="${TEXTS.files.title}"]`);
const inspector = (page: Page): Locator => page.getByRole('complementary', { name: 'Inspector' });

/** A place where text of somebody else is shown: how to get there, and what then shows it. */
interface Surface {
  readonly name: string;
  readonly open: (page: Page) => Promise<Locator>;
}

const choose = (page: Page, ...chosen: Parameters<Locator['setInputFiles']>[0][]) =>
  Promise.all(
    chosen.map((one) => page.getByLabel(TEXTS.drop.files, { exact: true }).setInputFiles(one)),
  );

async function explore(page: Page, what: string): Promise<Locator> {
  await page.evaluate((hash) => {
    location.hash = `#/?explore=${hash}`;
  }, what);
  return cell(page, 'Explorer');
}

async function addCell(page: Page, kind: keyof typeof TEXTS.cell.kind): Promise<Locator> {
  const name = TEXTS.cell.kind[kind];
  const found = cell(page, name);
  if ((await found.count()) === 0)
    await page
      .getByRole('group', { name: TEXTS.cell.add })
      .getByRole('button', { name: `+ ${name}`, exact: true })
      .click();
  return found.first();
}

/** Every view, in an order in which each leads to the next. One line adds one. */
const SURFACES: readonly Surface[] = [
  {
    name: 'file names',
    open: async (page) => {
      await choose(page, file(`${IN_A_NAME}.json`, hostileTrace(await sampleText())));
      await expect(files(page)).toContainText(/read, 1 trace/);
      return files(page);
    },
  },
  {
    name: 'table of traces',
    open: (page) => Promise.resolve(page.getByRole('region', { name: TEXTS.traceTable.caption })),
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
  },
  {
    name: 'filter menu',
    open: async (page) => {
      await page.getByRole('button', { name: /^Question type:/ }).click();
      return cell(page, TEXTS.cell.kind.failed);
    },
  },
  {
    name: 'case with its path and quotes',
    open: async (page) => {
      await page.keyboard.press('Escape');
      await page.locator('a[data-row="0"]').dispatchEvent('click');
      const article = page.getByRole('article');
      await expect(article).toContainText('pscript');
      return article;
    },
  },
  {
    name: 'drawing of an operation and its list',
    open: async (page) => {
      await page.keyboard.press('g');
      const links = page.getByRole('article').locator('ul a');
      await expect(links.first()).toBeVisible();
      return page.getByRole('article');
    },
  },
  {
    name: 'inspector: operation',
    open: async (page) => {
      await page.getByRole('article').locator('a[href*="op"]').first().click();
      return inspector(page);
    },
  },
  {
    name: 'inspector: variable',
    open: async (page) => {
      await page.getByRole('article').locator('blockquote a').first().click();
      await expect(inspector(page).locator('pre').first()).toContainText(/\S/);
      return inspector(page);
    },
  },
  {
    name: 'explorer: search by words',
    open: async (page) => {
      const found = await explore(page, 'search/words/pscript');
      await expect(found.getByRole('list', { name: EXPLORER.search.results })).toContainText('p');
      return found;
    },
  },
  {
    name: 'explorer: search by pattern',
    open: async (page) => {
      const found = await explore(page, 'search/pattern/pframe');
      await expect(found.getByRole('list', { name: EXPLORER.search.results })).toContainText('p');
      return found;
    },
  },
  {
    name: 'explorer: a pattern that cannot be read',
    open: async (page) => {
      const found = await explore(page, 'search/words/');
      await found.getByRole('searchbox').fill(ALL_PAYLOADS);
      return page.locator('body');
    },
  },
  {
    name: 'explorer: lifelines',
    open: async (page) => {
      const found = await explore(page, 'search/words/pscript');
      await found.getByRole('link', { name: EXPLORER.views.lifelines }).click();
      await expect(found.getByRole('list', { name: EXPLORER.lifelines.list })).toBeVisible();
      return found;
    },
  },
  {
    name: 'labels: annotators',
    open: async (page) => {
      const labels = await addCell(page, 'labels');
      await labels.getByRole('textbox', { name: SCORING.labels.annotator }).fill('<b>pscript</b>');
      await page.keyboard.press('Tab');
      return page.locator('body');
    },
  },
  {
    name: 'labels: an imported list',
    open: async (page) => {
      const labels = await addCell(page, 'labels');
      const list = [{ query_id: ALL_PAYLOADS, final_error_type: 'UpdateError' }, ALL_PAYLOADS];
      await labels
        .getByLabel(SCORING.labels.import, { exact: true })
        .last()
        .setInputFiles(file('labels.json', JSON.stringify(list)));
      await expect(page.getByText(/belongs to no question/)).toBeVisible();
      return page.locator('body');
    },
  },
  {
    name: 'report',
    open: async (page) => {
      const report = await addCell(page, 'report');
      await expect(report.getByRole('button', { name: 'HTML', exact: true })).toBeVisible();
      return report;
    },
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
  },
];

/** Files that the page writes, and the button that writes each. One line adds one. */
const EXPORTS: readonly (readonly [
  name: string,
  kind: FileKind,
  button: (page: Page) => Locator,
])[] = [
  ['results', 'json', (page) => page.getByRole('button', { name: TEXTS.exportResults })],
  ...(['html', 'markdown', 'csv', 'json'] as const).map(
    (format) =>
      [
        `report as ${REPORT.formats[format].name}`,
        format,
        (page: Page) =>
          cell(page, TEXTS.cell.kind.report).getByRole('button', {
            name: REPORT.formats[format].name,
            exact: true,
          }),
      ] as const,
  ),
];

type FileKind = 'html' | 'markdown' | 'csv' | 'json';

/** Cells of a table of comma-separated values. */
const cellsOf = (csv: string): readonly string[] => Papa.parse<string[]>(csv).data.flat();

async function checkFile(harm: HarmWatch, page: Page, name: string, kind: FileKind, path: string) {
  const text = await readFile(path, 'utf8');
  if (kind === 'json') {
    expect(() => void JSON.parse(text), name).not.toThrow();
    harm.add(name, payloadsIn(text));
    return;
  }
  if (kind === 'csv') {
    const formulas = cellsOf(text).filter((one) => /^[=+\-@\t\r]/.test(one) && !/^-?\d/.test(one));
    expect(formulas, 'formulas in the table').toEqual([]);
    expect(text).toContain(FORMULA);
    harm.add(name, payloadsIn(text));
    return;
  }
  if (kind === 'markdown') {
    expect(text).not.toMatch(/(?<!\\)<(?:script|img|svg|iframe|style|a)\b/);
    expect(text).not.toMatch(/(?<!\\)\]\(javascript:/);
    harm.add(name, payloadsIn(text));
    return;
  }
  // As the reader opens it: from disk, with scripts allowed.
  const disk = await page.context().newPage();
  const copy = `${path}.html`;
  await copyFile(path, copy);
  await disk.goto(pathToFileURL(copy).href);
  await disk.waitForLoadState('networkidle');
  await harm.note(name, payloadsIn(await disk.locator('body').innerText()), disk);
  await disk.emulateMedia({ media: 'print' });
  await disk.pdf();
  await harm.note(`${name}, printed`, payloadsIn(await disk.locator('body').innerText()), disk);
  await disk.close();
}

test('nothing that a trace, a file or a note says is anything but text, on any surface', async ({
  page,
  baseURL,
}, info) => {
  test.setTimeout(240_000);
  const harm = new HarmWatch(page.context(), new URL(baseURL ?? '').origin);
  await page.goto('./');
  await expect(page.getByRole('row', { name: /first-steps/ })).toBeVisible();
  try {
    for (const { name, open } of SURFACES)
      await test.step(name, async () => {
        const shown = await open(page);
        const words = async (): Promise<number> =>
          payloadsIn(
            await shown.evaluate((element) => {
              const fields = element.querySelectorAll('input, textarea');
              const typed = [...fields].map((field) =>
                field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
                  ? field.value
                  : '',
              );
              return [element.textContent, ...typed].join(' ');
            }),
          );
        await expect.poll(words, { message: name }).toBeGreaterThan(0);
        await harm.note(name, await words(), page);
      });
    for (const [name, kind, button] of EXPORTS)
      await test.step(name, async () => {
        const download = page.waitForEvent('download');
        await button(page).first().click();
        await checkFile(harm, page, name, kind, await (await download).path());
      });
    await test.step('printed page', async () => {
      await page.emulateMedia({ media: 'print' });
      await page.pdf();
      await harm.note('printed page', payloadsIn(await page.locator('body').innerText()), page);
    });
  } finally {
    await harm.tell(info);
  }
});
