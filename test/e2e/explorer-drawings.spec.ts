import { readFile } from 'node:fs/promises';
import { expect, test, type Page } from '@playwright/test';
import { file, otherSample } from './support/sample-file';
import { barriersIn } from './support/barriers';
import { tabTo } from './support/keyboard';

const explorer = (page: Page) => page.getByRole('region', { name: 'Explorer', exact: true });
const EXPLORER = '[data-cell="explorer"]';

async function openSample(page: Page): Promise<void> {
  await page.goto('./');
  await expect(page.getByRole('article')).toBeVisible();
}

/** Goes to a view of the explorer by its tab. */
async function view(page: Page, name: string): Promise<void> {
  await page.keyboard.press('f');
  await expect(page.getByRole('searchbox', { name: /all texts/ })).toBeVisible();
  await explorer(page).getByRole('link', { name, exact: true }).click();
}

test('the way of a case is drawn with its verdict, listed along its arrows, and exported', async ({
  page,
}) => {
  await openSample(page);
  const way = page.getByRole('article').getByRole('region', { name: 'Way through the trace' });
  await way.first().scrollIntoViewIfNeeded();
  await expect(page.locator('[data-drawn]:not([data-drawn=""])').first()).toBeVisible();

  await test.step('the list follows the arrows and speaks the verdict', async () => {
    await way.first().getByText('List of variables and edges').click();
    const list = way.first().getByRole('list', { name: 'List of variables and edges' });
    await expect(list.getByText('decisive operation').first()).toBeVisible();
    const first = list.getByRole('link').first();
    await first.focus();
    const label = await first.innerText();
    await page.keyboard.press('ArrowRight');
    await expect(first).not.toBeFocused();
    await page.keyboard.press('ArrowLeft');
    await expect(list.getByRole('link', { name: label }).first()).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('complementary', { name: 'Inspector' })).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('SVG and PNG are written', async () => {
    const svg = page.waitForEvent('download');
    await way.first().getByRole('button', { name: 'Save the picture as SVG' }).click();
    const text = await readFile(await (await svg).path(), 'utf8');
    expect(text).toContain('<svg xmlns=');
    expect(text).toContain('decisive operation');
    expect(text).not.toContain('<script');
    const png = page.waitForEvent('download');
    await way.first().getByRole('button', { name: 'Save the picture as PNG' }).click();
    const bytes = await readFile(await (await png).path());
    expect(bytes.subarray(1, 4).toString()).toBe('PNG');
    expect(bytes.length).toBeGreaterThan(2_000);
  });
});

test('a neighbourhood opens step by step, goes back, and survives a reload', async ({ page }) => {
  await openSample(page);
  await view(page, 'Neighbourhood');
  const room = explorer(page);
  const list = room.getByRole('list', { name: 'List of variables and edges' });
  const count = () => list.getByRole('listitem').count();
  // One key opens the list of the drawing where the keyboard is.
  await page.keyboard.press('g');
  await expect(list.locator('[data-line]:focus')).toHaveCount(1);
  const start = await count();
  await list.getByRole('button', { name: 'open after' }).first().click();
  await expect.poll(count).toBeGreaterThan(start);
  const opened = await count();
  await page.reload();
  await room.getByText('List of variables and edges').click();
  await expect.poll(count).toBe(opened);
  await room.getByRole('button', { name: 'Back one step' }).click();
  await expect.poll(count).toBe(start);
});

test('the timeline shows what each message caused, marks the case, and works by keyboard', async ({
  page,
}) => {
  await openSample(page);
  await view(page, 'Timeline');
  const room = explorer(page);
  const list = room.getByRole('list', { name: /Messages in order of time/ });
  await expect(list.getByRole('listitem').first()).toBeVisible();
  await room.getByRole('button', { name: /the decisive operation/ }).click();
  await expect(list.getByText(/✕ decisive/)).toBeVisible();
  await expect(list.locator('[data-row]:focus')).toHaveCount(1);
  await page.keyboard.press('ArrowRight');
  await expect(list.locator('[data-operation]:focus')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('complementary', { name: 'Inspector' })).toBeVisible();
  await page.keyboard.press('Escape');
  const strip = room.getByRole('slider', { name: 'Place in the trace' });
  await tabTo(page, strip, 'Shift+Tab');
  await page.keyboard.press('Home');
  await expect(strip).toHaveAttribute('aria-valuetext', /Session/);
  await page.keyboard.press('Enter');
  await expect(list.locator('[data-row="0"], [data-row="1"]').first()).toBeVisible();
});

test('two traces are aligned, the first divergence is named, and the address keeps the choice', async ({
  page,
}) => {
  await openSample(page);
  const other = await otherSample(
    'Mira signed up for a pottery course',
    'Mira joined a pottery class',
  );
  await page.getByLabel('Choose files', { exact: true }).setInputFiles(file('other.json', other));
  await expect(page.getByText(/other\.json.*read, /).first()).toBeVisible({ timeout: 20_000 });
  await view(page, 'Two traces');
  await explorer(page).getByRole('button', { name: 'Compare', exact: true }).click();
  await expect(explorer(page).locator('[data-divergence]')).toContainText('extract_facts');
  await expect(
    explorer(page).getByRole('region', { name: 'Questions of both traces' }),
  ).toBeVisible();
});

for (const theme of ['light', 'dark'] as const)
  test(`axe finds nothing serious in the views of the explorer, ${theme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: theme });
    await openSample(page);
    await page.getByRole('article').getByText('List of variables and edges').first().click();
    expect(await barriersIn(page, '[data-cell="case"]')).toEqual([]);
    for (const name of ['Timeline', 'Neighbourhood', 'Two traces']) {
      await view(page, name);
      await expect(explorer(page).getByRole('link', { name, exact: true })).toHaveAttribute(
        'aria-current',
        'page',
      );
      await page.waitForTimeout(300);
      const list = explorer(page).getByText('List of variables and edges');
      if (await list.isVisible()) await list.click();
      expect(await barriersIn(page, EXPLORER), name).toEqual([]);
    }
  });
