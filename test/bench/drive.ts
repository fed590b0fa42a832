import type { Page } from '@playwright/test';
import { STAGES } from '../../src/cases/verdict';
import { TEXTS } from '../../src/ui/texts';
import { timeUntil, type Shown } from './page-time';

const FILES = `ul[aria-label="${TEXTS.files.title}"] > li`;
const TABLE = `[role="table"][aria-label="${TEXTS.failed.table}"]`;
const ROWS = `${TABLE} a`;
const SEARCH = `input[aria-label="${TEXTS.search}"]`;

/** The page is usable: the sample that a first visitor sees has been read. */
export async function untilReady(page: Page): Promise<void> {
  await page
    .getByRole('region', { name: TEXTS.traceTable.caption })
    .getByRole('row')
    .nth(1)
    .waitFor();
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

/** Opens the case of one row and waits until its path is painted; `undefined` when there is no such row. */
export async function openCase(page: Page, row: number): Promise<number | undefined> {
  const link = page.locator(`${ROWS}[data-row="${row}"]`);
  if ((await link.count()) === 0) return undefined;
  const question = (await link.innerText()).replace(/…$/, '').slice(0, 80);
  const title = JSON.stringify(TEXTS.case.title(question));
  const article = `article[aria-label^=${title}]`;
  // The same question twice in a row could not be told from the case before it.
  if ((await page.locator(article).count()) > 0) return undefined;
  return timeUntil(
    page,
    { click: `${ROWS}[data-row="${row}"]` },
    [{ selector: `${article} ol > li[data-station]`, count: STAGES.length }],
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

/** Loads the page again and waits until it lists so many traces; milliseconds since the reload began. */
export async function reopen(page: Page, traces: number): Promise<number> {
  await page.reload({ waitUntil: 'commit' });
  return page.evaluate(
    ({ table, traces }) =>
      new Promise<number>((resolve) => {
        const look = (): void => {
          const rows = document.querySelectorAll(`${table} tbody tr`).length;
          const listed = document.querySelector('a[data-row]') !== null;
          if (rows >= traces && listed) resolve(performance.now());
          else requestAnimationFrame(look);
        };
        look();
      }),
    { table: `[aria-label="${TEXTS.traceTable.caption}"]`, traces },
  );
}
