import { gzipSync } from 'node:zlib';
import { expect, test, type Page } from '@playwright/test';

/** Bytes of script, gzipped, that may be loaded before there is a trace. */
const BUDGET = 200_000;

/** Collects the addresses of every script that a page loads. */
function scriptsOf(page: Page): ReadonlySet<string> {
  const addresses = new Set<string>();
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.endsWith('.js')) addresses.add(request.url());
  });
  return addresses;
}

/** Their gzipped bytes in all, whatever the server or the cache made of them. */
async function total(page: Page, scripts: ReadonlySet<string>): Promise<number> {
  const bodies = await Promise.all(
    [...scripts].map(async (address) => (await page.request.get(address)).body()),
  );
  return bodies.reduce((sum, body) => sum + gzipSync(body).length, 0);
}

test('what is loaded before the first trace stays within 200 kB of gzipped script', async ({
  page,
}) => {
  const scripts = scriptsOf(page);
  // The sample is a trace: without it, what is loaded is what comes before any.
  await page.route('**/samples/**', (route) => route.abort());
  await page.goto('./');
  await expect(page.getByRole('button', { name: 'Choose files' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  const bytes = await total(page, scripts);
  console.log(`Script before the first trace: ${bytes} bytes gzipped.`);
  expect(bytes).toBeGreaterThan(30_000);
  expect(bytes, [...scripts].join('\n')).toBeLessThanOrEqual(BUDGET);
  expect(page.workers()).toEqual([]);
});

test('an empty notebook opened again starts no worker and stays within the budget', async ({
  page,
}) => {
  await page.goto('./');
  await page.getByRole('button', { name: 'Remove first-steps.json' }).click();
  const notice = page.getByRole('listitem').filter({ hasText: 'first-steps.json was removed.' });
  await notice.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('banner').getByText('saved', { exact: true })).toBeVisible();
  const scripts = scriptsOf(page);
  await page.reload();
  await expect(page.getByText('No trace yet.')).toBeVisible();
  await page.waitForLoadState('networkidle');
  const bytes = await total(page, scripts);
  expect(bytes, [...scripts].join('\n')).toBeLessThanOrEqual(BUDGET);
  expect(page.workers()).toEqual([]);
});

test('nothing moves while the page loads, on a first visit and on the next', async ({ page }) => {
  await page.addInitScript(() => {
    let shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if ('value' in entry && typeof entry.value === 'number') shift += entry.value;
      Object.assign(window, { shift });
    }).observe({ type: 'layout-shift', buffered: true });
    Object.assign(window, { shift });
  });
  const shift = () => page.evaluate(() => ('shift' in window ? Number(window.shift) : Number.NaN));
  await page.goto('./');
  await expect(page.getByRole('article')).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(await shift()).toBeLessThan(0.001);
  await page.reload();
  await expect(page.getByRole('article')).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(await shift()).toBeLessThan(0.001);
});
