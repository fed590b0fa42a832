import type { Page } from '@playwright/test';
import { STAGES } from '../../src/cases/verdict';
import { TEXTS } from '../../src/ui/texts';
import { timeUntil, type Shown } from './page-time';

const FILES = `ul[aria-label="${TEXTS.files.title}"] > li`;
const TRACES = `[aria-label="${TEXTS.traceTable.caption}"] tbody tr`;
const TABLE = `[role="table"][aria-label="${TEXTS.failed.table}"]`;
const ROWS = `${TABLE} a`;
const SEARCH = `input[aria-label="${TEXTS.search}"]`;

const SAMPLE_MS = 5_000;

/** The page is usable, and the sample that a first visitor sees has been read where there is one. */
export async function untilReady(page: Page): Promise<void> {
  await page.getByLabel(TEXTS.drop.files, { exact: true }).waitFor({ state: 'attached' });
  await page
    .locator(TRACES)
    .first()
    .waitFor({ timeout: SAMPLE_MS })
    .catch(() => undefined);
}

/** Drops files and waits until each is read or refused; milliseconds from the drop on. */
export async function dropFiles(page: Page, paths: readonly string[]): Promise<number> {
  const done: Shown = {
    selector: FILES,
    text: `read, |${TEXTS.files.refused}`,
    count: paths.length,
  };
  const time = timeUntil(page, { on: 'change' }, [done]);
  await page.getByLabel(TEXTS.drop.files, { exact: true }).setInputFiles([...paths]);
  return time;
}

/** How many of the dropped files were refused, and their lines. */
export async function refusedFiles(page: Page): Promise<readonly string[]> {
  const lines = await page.locator(FILES).allInnerTexts();
  return lines.filter((line) => line.includes(TEXTS.files.refused));
}

/** Runs "Attribute all" and waits until it is done. */
export async function attributeAll(
  page: Page,
): Promise<{ readonly milliseconds: number; readonly cases: number }> {
  const button = page.getByRole('button', { name: TEXTS.attribute.run });
  await button.evaluate((element) => element.setAttribute('data-bench', 'attribute'));
  const line = TEXTS.attribute
    .done(0, '')
    .replace(/^0 cases/, '\\d+ cases?')
    .replace(/\.$/, '');
  const milliseconds = await timeUntil(page, { click: '[data-bench="attribute"]' }, [
    { selector: 'span', text: line },
  ]);
  const text = await page.getByText(new RegExp(line)).first().innerText();
  const cases = Number(/^[\d\s,.\u202f\u00a0]+/.exec(text)?.[0].replace(/\D/g, ''));
  return { milliseconds, cases };
}

/** The question that a link to a case names, as the drawing of its way names it. */
const queryOf = (href: string): string => {
  const [, , , query = ''] = href.split('?')[0]?.split('/') ?? [];
  return decodeURIComponent(query);
};

/** Opens the case of one row and waits until its way is drawn, its stations are there and all is painted; `undefined` when there is no such row. */
export async function openCase(page: Page, row: number): Promise<number | undefined> {
  const link = page.locator(`${ROWS}[data-row="${row}"]`);
  if ((await link.count()) === 0) return undefined;
  // The row shows the question on one line, so spaces may differ, and cut where it is long.
  const words = (await link.innerText()).replace(/…$/, '').trim().split(/\s+/);
  const question = words.map((word) => word.replace(/[^\p{L}\p{N}]/gu, '\\$&')).join('\\s+');
  const query = queryOf((await link.getAttribute('href')) ?? '');
  // The same question twice in a row could not be told from the case before it.
  const before = await page.locator('article').allTextContents();
  if (before.some((text) => new RegExp(question).test(text))) return undefined;
  return timeUntil(
    page,
    { click: `${ROWS}[data-row="${row}"]` },
    [
      { selector: 'article', text: question },
      { selector: 'article ol > li[data-station]', count: STAGES.length },
      // Set by the drawing itself, once its canvas was painted with this case.
      { selector: `article [data-drawn="${query.replace(/["\\]/g, '\\$&')}"]` },
    ],
    { paint: true, limit: 30_000 },
  );
}

/** Types into the search field and waits until other rows are painted; `undefined` when none change. */
export async function searchFor(page: Page, words: string): Promise<number | undefined> {
  const rows = await page.locator(TABLE).getAttribute('aria-rowcount');
  const other = { selector: `${TABLE}:not([aria-rowcount="${rows ?? ''}"])` };
  const options = { paint: true, limit: 5_000 };
  return timeUntil(page, { type: SEARCH, words }, [other], options).catch(() => undefined);
}

/** Loads the page again and waits until it lists its traces and questions; milliseconds since the reload began. */
export async function reopen(page: Page): Promise<number> {
  const traces = await page.locator(TRACES).count();
  await page.reload({ waitUntil: 'commit' });
  return page.evaluate(
    ({ rows, traces }) =>
      new Promise<number>((resolve) => {
        const look = (): void => {
          const isListed = document.querySelector('a[data-row]') !== null;
          if (isListed && document.querySelectorAll(rows).length === traces)
            resolve(performance.now());
          else requestAnimationFrame(look);
        };
        look();
      }),
    { rows: TRACES, traces },
  );
}
