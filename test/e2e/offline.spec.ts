import { expect, test } from '@playwright/test';
import { file, otherSample } from './support/sample-file';

test.use({ serviceWorkers: 'allow' });

test('with the network off the page opens again and does its whole job', async ({
  page,
  context,
}) => {
  await page.goto('./');
  await expect(page.getByRole('article')).toBeVisible({ timeout: 30_000 });
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole('article')).toBeVisible({ timeout: 30_000 });
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose files' }).click();
  await (await chooser).setFiles([file('other.json', await otherSample('Mira', 'Marit'))]);
  await expect(page.getByRole('row', { name: /other\.json/ })).toBeVisible({ timeout: 30_000 });
  await page.getByRole('button', { name: 'Attribute all' }).click();
  await expect(page.getByText(/\d+ cases? attributed in/)).toBeVisible({ timeout: 30_000 });
  // A piece of script that was never needed while there was a network.
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Commands and find' })).toBeVisible();
});

test('the page says what it is to whoever installs it', async ({ page, baseURL }) => {
  await page.goto('./');
  const href = await page.locator('link[rel="manifest"]').getAttribute('href');
  const manifest = await page.request.get(new URL(href ?? '', baseURL).href);
  const sources = [...(await manifest.text()).matchAll(/"src": "([^"]+)"/g)].map(([, src]) => src);
  expect(sources).toHaveLength(3);
  for (const src of sources)
    expect((await page.request.get(new URL(src ?? '', baseURL).href)).ok()).toBe(true);
});
