import { readFile } from 'node:fs/promises';
import { expect, test, type Locator, type Page } from '@playwright/test';
import { hasSharedData, sharedPath } from '../support/shared-data';
import { activate, focused, tabTo } from './support/keyboard';
import { file, otherSample } from './support/sample-file';

const cell = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
const rows = (page: Page): Locator =>
  page
    .getByRole('table', { name: 'Failed questions' })
    .getByRole('row')
    .filter({
      has: page.getByRole('link'),
    });

/** Chooses files as the keyboard does: Tab to the button, Enter, and the browser's own dialog. */
async function choose(
  page: Page,
  button: string,
  files: Parameters<Locator['setInputFiles']>[0],
): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await activate(page, page.getByRole('button', { name: button }));
  await (await chooser).setFiles(files);
}

test('a first visitor finds a sample with its verdict and the case open', async ({ page }) => {
  await page.goto('./');
  await expect(cell(page, 'Traces').getByRole('row', { name: /first-steps\.json/ })).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page).first()).toContainText('Update');
  await expect(cell(page, 'Case').getByRole('article')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Choose files' })).toBeVisible();
});

test('the main job, from files to exported results, with the keyboard alone', async ({ page }) => {
  const whole = await otherSample('Mira', 'Marit');
  await page.goto('./');
  await expect(cell(page, 'Traces').getByRole('row', { name: /first-steps/ })).toBeVisible();

  await test.step('each file ends read, read with a list, or refused', async () => {
    await choose(page, 'Choose files', [
      file('other.json', whole),
      file('cut.json', (await otherSample('Mira', 'Maura')).slice(0, -60_000)),
      file('letter.json', '{"dear": "reader"}'),
    ]);
    const list = cell(page, 'Traces').getByRole('list', { name: 'Files' });
    const line = (name: string) => list.getByRole('listitem').filter({ hasText: name });
    await expect(line('other.json')).toContainText(/read, 1 trace in/);
    await expect(line('cut.json')).toContainText(/read, 1 trace in .+, with \d+ remark/);
    await expect(line('letter.json')).toContainText('refused');
    await expect(line('letter.json')).toContainText('Drop a smartcomment export');
    const remarks = line('cut.json').getByText(/^Skipped or mended/);
    await activate(page, remarks);
    await expect(line('cut.json')).toContainText('The file ends in the middle of a record.');
  });

  await test.step('everything is attributed, and verdicts appear in the table', async () => {
    await expect(rows(page).filter({ hasText: 'Marit' })).toHaveCount(1);
    await expect(rows(page).filter({ hasText: 'Marit' })).toContainText('none yet');
    await activate(page, page.getByRole('button', { name: 'Attribute all' }));
    await expect(page.getByText(/\d+ cases? attributed in/)).toBeVisible();
    await expect(rows(page).filter({ hasText: 'Marit' })).toContainText('Update');
  });

  await test.step('the table is filtered, searched and sorted', async () => {
    await activate(page, page.getByRole('button', { name: /^Verdict:/ }));
    await tabTo(page, page.getByRole('checkbox', { name: /Update error/ }));
    await page.keyboard.press('Space');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Verdict: Update error' })).toBeFocused();
    await page.keyboard.press('/');
    await page.keyboard.type('marit');
    await expect(rows(page)).toHaveCount(1);
    const head = page.getByRole('columnheader', { name: 'Question' });
    await activate(page, head.getByRole('button'));
    await expect(head).toHaveAttribute('aria-sort', 'ascending');
  });

  await test.step('a case opens with its path, quotes and subgraph', async () => {
    await page.keyboard.press('j');
    expect(await focused(page)).toContain('Marit');
    await page.keyboard.press('Enter');
    const article = page.getByRole('article', { name: /^Case: When was the first evening/ });
    await expect(article).toContainText('Marit');
    const path = article.getByRole('list', { name: 'The path of the information' });
    await expect(path.getByRole('listitem')).toHaveCount(7);
    await expect(article).toContainText('Update error');
    const decisive = article.getByRole('region', { name: 'Decisive operation' });
    await expect(decisive.getByRole('img', { name: /^Picture of the operation/ })).toBeVisible();

    await expect(
      cell(page, 'Case').getByRole('button', { name: 'Case', exact: true }),
    ).toBeFocused();
    await page.keyboard.press(']');
    await expect(path.getByRole('listitem').first()).toBeFocused();
    const quote = path.getByRole('blockquote').getByRole('link').first();
    const words = (await quote.locator('q').innerText()).trim();
    await activate(page, quote);
    const inspector = page.getByRole('complementary', { name: 'Inspector' });
    await expect(inspector.locator('mark')).toHaveText(words);
    await tabTo(page, inspector.getByRole('radio', { name: 'Decoded' }));
    await page.keyboard.press('ArrowRight');
    await expect(inspector.getByRole('radio', { name: 'Raw' })).toBeChecked();
    await expect(inspector.locator('mark')).not.toBeEmpty();
    await page.keyboard.press('Escape');
    await expect(inspector).toBeHidden();

    await page.keyboard.press('g');
    const drawn = cell(page, 'Case')
      .getByRole('list', { name: /variables and edges/ })
      .first();
    await expect(drawn.locator('[data-line]:focus')).toHaveCount(1);
    await expect(cell(page, 'Case').locator('canvas').first()).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(inspector).toBeVisible();
    await page.goBack();
    await expect(inspector).toBeHidden();
  });

  await test.step('the evaluation says its n and intervals', async () => {
    const scores = cell(page, 'Evaluation').getByRole('table', { name: /Wilson/ });
    await expect(scores.getByRole('row', { name: /^Mem0/ })).toContainText('100 %');
    await expect(scores.getByRole('row', { name: /^All systems/ })).toContainText(/\d+\/\d+/);
    await expect(cell(page, 'Evaluation').getByRole('table', { name: /rows/ })).toBeVisible();
    await expect(cell(page, 'Evaluation')).toContainText('a missing verdict counts as wrong');
  });

  await test.step('a note and a moved cell are undone', async () => {
    await activate(page, page.getByRole('button', { name: 'Move Evaluation up' }));
    const names = () => page.getByRole('main').getByRole('heading', { level: 2 }).allInnerTexts();
    const moved = await names();
    await page.keyboard.press('u');
    await expect.poll(names).not.toEqual(moved);
  });

  await test.step('after a reload all of it is still there', async () => {
    await expect(page.getByRole('banner').getByText('saved', { exact: true })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('searchbox')).toHaveValue('marit');
    await expect(rows(page)).toHaveCount(1);
    await expect(rows(page)).toContainText('Update');
    await expect(page.getByRole('article')).toContainText('Marit');
    await expect(cell(page, 'Traces').getByRole('row', { name: /other\.json/ })).toBeVisible();
  });

  await test.step('the results are exported in the format of MemTrace', async () => {
    const download = page.waitForEvent('download');
    await activate(page, page.getByRole('banner').getByRole('button', { name: 'Export results' }));
    const text = await readFile(await (await download).path(), 'utf8');
    const written: unknown = JSON.parse(text);
    expect(written).toMatchObject({
      results: expect.arrayContaining([
        expect.objectContaining({
          graph_path: 'other.json',
          error_attribution_result: expect.objectContaining({ error_type: 'UpdateError' }),
        }),
      ]),
    });
  });
});

test('files dropped anywhere on the page are read', async ({ page }) => {
  const text = await otherSample('Oskar', 'Osvald');
  await page.goto('./');
  await expect(page.getByRole('heading', { name: 'Traces' })).toBeVisible();
  const transfer = await page.evaluateHandle((content) => {
    const data = new DataTransfer();
    data.items.add(new File([content], 'dropped.json'));
    return data;
  }, text);
  await page.getByRole('contentinfo').or(page.locator('body')).first().dispatchEvent('drop', {
    dataTransfer: transfer,
  });
  await expect(page.getByRole('row', { name: /dropped\.json/ })).toBeVisible();
});

test('a removed trace can be brought back', async ({ page }) => {
  await page.goto('./');
  const row = page.getByRole('row', { name: /first-steps\.json/ });
  await activate(page, page.getByRole('button', { name: 'Remove first-steps.json' }));
  await expect(row).toBeHidden();
  await page.keyboard.press('u');
  await expect(row).toBeVisible();
});

test.describe('with the shared traces', () => {
  test.skip(!hasSharedData('small'), 'the shared traces are absent');

  test('a whole folder is read, attributed and evaluated', async ({ page }) => {
    await page.goto('./');
    await expect(cell(page, 'Traces').getByRole('row', { name: /first-steps/ })).toBeVisible();
    await choose(page, 'Choose a folder', sharedPath('small'));
    const list = cell(page, 'Traces').getByRole('list', { name: 'Files' });
    await expect(list.getByText(/^read, 1 trace in/)).toHaveCount(10, { timeout: 30_000 });
    // Evaluation rows stand beside their traces and are no further cases.
    const rowsOf = cell(page, 'Traces').getByText('Evaluation rows of locomo_locomo-1.json');
    await expect(rowsOf).toHaveCount(2);
    await activate(page, page.getByRole('button', { name: 'Attribute all' }));
    await expect(page.getByText(/120 cases attributed in/)).toBeVisible({ timeout: 30_000 });
    await expect(page.getByText('120 of 183', { exact: true })).toBeVisible();
    const scores = cell(page, 'Evaluation').getByRole('table', { name: /Wilson/ });
    for (const system of ['EverMemOS', 'Long-Context', 'Mem0', 'RAG'])
      await expect(scores.getByRole('row', { name: system })).toBeVisible();
    await expect(scores.getByRole('row', { name: /^All systems/ })).toContainText(/\/89/);
  });
});
