import { test, type Locator, type Page } from '@playwright/test';
import { EXPLORER } from '../../src/ui/explorer/texts';
import { REPORT } from '../../src/ui/report/texts';
import { TEXTS } from '../../src/ui/texts';
import { DOCUMENT } from '../../src/ui/texts-document';
import { DRAWING } from '../../src/ui/texts-drawing';
import { SCORING } from '../../src/ui/texts-scoring';
import { checkExports, type Export } from './support/exports';
import { HarmWatch } from './support/harm';
import { payloadsIn } from './support/payloads';
import { cell, expect, visit } from './support/surfaces';
import { article, exploreCase, OTHER_NOTEBOOKS, SURFACES } from './support/hostile-views';

const report = (page: Page): Locator => cell(page, TEXTS.cell.kind.report);
const labels = (page: Page): Locator => cell(page, TEXTS.cell.kind.labels);
const picture = (page: Page, format: string): Locator =>
  article(page).getByRole('button', { name: DRAWING.exportLabel(format) });

/** Files that the page writes, and the button that writes each. One line adds one. */
const EXPORTS: readonly Export[] = [
  {
    name: 'results',
    kind: 'json',
    button: (page) => page.getByRole('button', { name: TEXTS.exportResults }),
  },
  ...(
    [
      ['html', 'html'],
      ['markdown', 'markdown'],
      ['csv', 'csv'],
      ['json', 'json'],
      ['memtrace', 'json'],
    ] as const
  ).map(([format, kind]) => ({
    name: `report as ${REPORT.formats[format].name}`,
    kind,
    // What MemTrace's file holds is written by a model: that is looked at where there is one.
    least: format === 'memtrace' ? 0 : 1,
    button: (page: Page) =>
      report(page).getByRole('button', { name: REPORT.formats[format].name, exact: true }),
  })),
  ...[
    SCORING.labels.exportAnnotations,
    SCORING.labels.exportInterface,
    SCORING.labels.exportTrace,
  ].map((name) => ({
    name: `labels: ${name.toLowerCase()}`,
    kind: 'json' as const,
    button: async (page: Page) => {
      const menu = labels(page).getByRole('combobox', { name: SCORING.labels.trace, exact: true });
      await menu.selectOption({ index: 1 });
      return labels(page).getByRole('button', { name, exact: true });
    },
  })),
  {
    name: 'drawing of a case as SVG',
    kind: 'svg',
    // Names in it are cut short.
    least: 0,
    button: async (page) => {
      await picture(page, DRAWING.exportSvg).first().scrollIntoViewIfNeeded();
      await expect(page.locator('[data-drawn]:not([data-drawn=""])').first()).toBeVisible();
      return picture(page, DRAWING.exportSvg);
    },
  },
  {
    name: 'drawing of a case as PNG',
    kind: 'png',
    button: (page) => picture(page, DRAWING.exportPng),
  },
  {
    name: 'overview of a trace as SVG',
    kind: 'svg',
    least: 0,
    button: async (page) => {
      const found = await exploreCase(page, EXPLORER.links.timeline);
      return found
        .locator('[data-overview]')
        .getByRole('button', { name: DRAWING.exportLabel(DRAWING.exportSvg) });
    },
  },
  {
    name: 'notebook file',
    kind: 'notebook',
    button: async (page) => {
      await page.getByRole('button', { name: DOCUMENT.file.button }).click();
      return page
        .getByRole('dialog')
        .getByRole('button', { name: DOCUMENT.file.export, exact: true });
    },
  },
];

test('nothing that a trace, a file or a note says is anything but text, on any surface', async ({
  page,
  baseURL,
}, info) => {
  test.setTimeout(240_000);
  page.setDefaultTimeout(30_000);
  const harm = new HarmWatch(page.context(), new URL(baseURL ?? '').origin);
  await page.goto('./');
  await expect(page.getByRole('row', { name: /first-steps/ })).toBeVisible();
  try {
    const missed = [
      ...(await visit(page, harm, SURFACES)),
      ...(await checkExports(page, harm, EXPORTS)),
    ];
    await test.step('printed page', async () => {
      await page.emulateMedia({ media: 'print' });
      await page.pdf();
      await harm.note('printed page', payloadsIn(await page.locator('body').innerText()), page);
      await page.emulateMedia({ media: 'screen' });
    });
    missed.push(...(await visit(page, harm, OTHER_NOTEBOOKS)));
    expect(missed).toEqual([]);
  } finally {
    await harm.tell(info);
  }
});
