import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test, type Page } from '@playwright/test';
import { hasSharedData, sharedPath } from '../support/shared-data';
import { barriersIn } from './support/barriers';

/** Width of A4 within margins of 16 mm, in CSS pixels. */
const A4 = { width: 673, height: 1000 };

async function openReport(page: Page) {
  await page.getByRole('button', { name: '+ Report' }).click();
  const report = page.getByRole('region', { name: 'Report', exact: true });
  await expect(report.getByRole('img').first()).toBeVisible();
  return report;
}

test('the report of the sample is shown, in both themes without barriers, and leads to its case', async ({
  page,
}) => {
  await page.goto('./');
  await expect(page.getByRole('article').first()).toBeVisible();
  const report = await openReport(page);
  await expect(report.getByText('What to do next', { exact: true })).toBeVisible();
  await report.getByText('Counts', { exact: true }).click();
  await expect(report.getByRole('table')).toHaveCount(4);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await barriersIn(page, '[data-cell="report"]')).toEqual([]);
  }
  await report
    .getByRole('link', { name: /^Open the case/ })
    .first()
    .click();
  await expect(page).toHaveURL(/#.*case/);
});

test('the HTML report of real traces opens from disk offline, loads nothing, and fits A4', async ({
  page,
  browser,
}, testInfo) => {
  test.skip(!hasSharedData('small'), 'The shared data is not there.');
  await page.goto('./');
  await expect(page.getByRole('article').first()).toBeVisible();
  const files = readdirSync(sharedPath('small'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /locomo-\d\.json$/.test(name))
    .map((name) => join(sharedPath('small'), name));
  await page.locator('input[type=file]:not([webkitdirectory])').first().setInputFiles(files);
  const attribute = page.getByRole('button', { name: 'Attribute all' });
  await expect(page.getByText(`${files.length + 1} traces`).first()).toBeVisible({
    timeout: 30_000,
  });
  await attribute.click();
  await expect(attribute).toBeEnabled({ timeout: 30_000 });
  const report = await openReport(page);
  const download = page.waitForEvent('download');
  await report.getByRole('button', { name: 'HTML', exact: true }).click();
  // A download has no ending, and without one a browser shows it as text.
  const path = testInfo.outputPath('report.html');
  await (await download).saveAs(path);

  const offline = await browser.newContext({ offline: true, viewport: A4 });
  const paper = await offline.newPage();
  const requests: string[] = [];
  const complaints: string[] = [];
  paper.on('request', (request) => {
    if (!request.url().startsWith('file:')) requests.push(request.url());
  });
  paper.on('console', (message) => complaints.push(message.text()));
  await paper.goto(pathToFileURL(path).href);
  await paper.emulateMedia({ media: 'print' });
  await expect(paper.getByRole('heading', { level: 1 })).toBeVisible();
  expect(requests).toEqual([]);
  expect(complaints).toEqual([]);
  expect(await paper.locator('script, link, img, iframe').count()).toBe(0);
  const widths = await paper
    .locator('table')
    .evaluateAll((tables) => tables.map((table) => table.getBoundingClientRect().right));
  expect(widths.length).toBeGreaterThan(5);
  for (const right of widths) expect(right).toBeLessThanOrEqual(A4.width);
  await offline.close();
});
