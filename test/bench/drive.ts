import type { Page } from '@playwright/test';
import { TEXTS } from '../../src/ui/texts';
import { timeUntil, type Shown } from './page-time';

const FILES = `ul[aria-label="${TEXTS.files.title}"] > li`;
const ROWS = `[role="table"][aria-label="${TEXTS.failed.table}"] [role="row"] a`;

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

/** Waits until at least one question is listed. */
export async function untilQuestions(page: Page): Promise<void> {
  await page.locator(ROWS).first().waitFor();
}
