import { AxeBuilder } from '@axe-core/playwright';
import { expect, test, type Page } from '@playwright/test';

/** What axe finds that keeps people out, as one line each. */
async function barriers(page: Page): Promise<readonly string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.html} ${node.failureSummary ?? ''}`),
    );
}

for (const theme of ['light', 'dark'] as const) {
  for (const [size, viewport] of [
    ['wide', { width: 1440, height: 900 }],
    ['narrow', { width: 390, height: 844 }],
  ] as const) {
    test(`axe finds nothing serious on a ${size} ${theme} page`, async ({ page }) => {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme: theme });
      await page.goto('./');
      await expect(page.getByRole('article')).toBeVisible();
      expect(await barriers(page)).toEqual([]);
      await page.getByRole('button', { name: /^Verdict:/ }).click();
      for (const list of await page.getByText('List of variables and edges').all())
        await list.click();
      expect(await barriers(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await page.getByRole('article').locator('blockquote a').first().click();
      await expect(page.getByRole('complementary', { name: 'Inspector' })).toBeVisible();
      expect(await barriers(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await page.keyboard.press('?');
      await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
      expect(await barriers(page)).toEqual([]);
    });
  }
}

test('nothing is wider than a phone, and nothing moves while the page loads', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.addInitScript(() => {
    let shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if ('value' in entry && typeof entry.value === 'number') shift += entry.value;
      Object.assign(window, { shift });
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto('./');
  await expect(page.getByRole('article')).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  const shift = await page.evaluate(() => ('shift' in window ? Number(window.shift) : 0));
  expect(shift).toBeLessThan(0.02);
});

test('the chosen theme is kept', async ({ page }) => {
  await page.goto('./');
  await page.getByRole('combobox', { name: 'Theme' }).selectOption('Dark');
  await page.reload();
  await expect(page.getByRole('combobox', { name: 'Theme' })).toHaveValue('dark');
  const scheme = await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
  expect(scheme).toBe('dark');
});
