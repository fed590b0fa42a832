import { AxeBuilder } from '@axe-core/playwright';
import { expect, test, type Page } from '@playwright/test';
import { activate, tabTo } from './support/keyboard';

const explorer = (page: Page) => page.getByRole('region', { name: 'Explorer', exact: true });

/** What axe finds in the explorer that keeps people out, as one line each. */
async function barriers(page: Page): Promise<readonly string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html}`));
}

test('from a failed question to the words its memory lost, with the keyboard alone', async ({
  page,
}) => {
  await page.goto('./');
  await expect(page.getByRole('article')).toBeVisible();

  await test.step('the case leads to the lifeline of the unit that was rewritten', async () => {
    await page.keyboard.press(']');
    await page.keyboard.press('l');
    const events = explorer(page).getByRole('list', { name: 'What happened to it' });
    await expect(events.getByRole('listitem').filter({ hasText: 'created' })).toHaveCount(1);
    await expect(events.getByRole('listitem').filter({ hasText: 'updated' })).not.toHaveCount(0);
  });

  await test.step('what a version lost is a link to its span in the value', async () => {
    const before = explorer(page).getByRole('region', { name: 'Before' });
    const lost = before.getByRole('link').first();
    const words = (await lost.innerText()).replace(/^lost:\s*/, '');
    await activate(page, lost);
    const inspector = page.getByRole('complementary', { name: 'Inspector' });
    await expect(inspector.locator('mark')).toContainText(words.trim());
    await page.keyboard.press('Escape');
  });

  await test.step('the search finds all that holds the words, and leads there', async () => {
    await page.keyboard.press('f');
    await expect(page.getByRole('searchbox', { name: /all texts/ })).toBeFocused();
    await page.keyboard.type('"pottery course"');
    await expect(explorer(page).getByText(/^\d+ variables and operations in/)).toBeVisible();
    const results = explorer(page).getByRole('list', { name: 'What was found' });
    await tabTo(page, results.getByRole('link').first());
    await page.keyboard.press('ArrowDown');
    await expect(results.getByRole('link').nth(1)).toBeFocused();
    await page.keyboard.press('Enter');
    const inspector = page.getByRole('complementary', { name: 'Inspector' });
    await expect(inspector.locator('mark')).toHaveText('pottery course');
    await page.keyboard.press('Escape');
  });

  await test.step('an address opens the same again', async () => {
    await page.reload();
    await expect(page.getByRole('searchbox', { name: /all texts/ })).toHaveValue(
      '"pottery course"',
    );
    await expect(
      explorer(page).getByRole('list', { name: 'What was found' }).getByRole('link').first(),
    ).toBeVisible();
  });
});

test('a regular expression finds as words do, and one that may not end is refused', async ({
  page,
}) => {
  await page.goto('./#/?explore=search/pattern/potter%5Ba-z%5D%2B');
  await expect(explorer(page).getByText(/^\d+ variables and operations in/)).toBeVisible();
  const field = page.getByRole('searchbox', { name: /all texts/ });
  await field.fill('(a+)+');
  await field.press('Enter');
  await expect(explorer(page).getByText(/may never end/)).toBeVisible();
});

for (const theme of ['light', 'dark'] as const)
  for (const width of [1440, 390])
    test(`axe finds nothing serious in the explorer, ${theme}, ${width} wide`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme: theme });
      await page.goto('./');
      await expect(page.getByRole('article')).toBeVisible();
      const links = page.getByRole('navigation', { name: 'Explore' }).first();
      await links.getByRole('link', { name: 'Retrieval funnel' }).click();
      await expect(explorer(page).getByRole('table')).toBeVisible();
      expect(await barriers(page)).toEqual([]);
      await links.getByRole('link', { name: 'Lifelines of the memory units' }).click();
      await expect(explorer(page).getByRole('list', { name: /order of creation/ })).toBeVisible();
      expect(await barriers(page)).toEqual([]);
      await links.getByRole('link', { name: 'Lifeline of the quoted unit' }).click();
      await expect(explorer(page).getByRole('region', { name: 'Before' })).toBeVisible();
      expect(await barriers(page)).toEqual([]);
      await page.goto('./#/?explore=search/words/pottery');
      await expect(explorer(page).getByRole('list', { name: 'What was found' })).toBeVisible();
      expect(await barriers(page)).toEqual([]);
      const widest = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(widest).toBeLessThanOrEqual(width);
    });
