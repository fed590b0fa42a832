import { readFile } from 'node:fs/promises';
import { expect, test, type Download, type Locator, type Page } from '@playwright/test';
import { barriersIn } from './support/barriers';
import { activate, tabTo } from './support/keyboard';
import { file, sampleText } from './support/sample-file';

const NAMES = ['Marit', 'Mona', 'Maja', 'Mette'];

const cell = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });

/** The sample with every answer judged wrong, under another name, with keys that nobody knows. */
async function variant(name: string): Promise<string> {
  const text = await sampleText();
  return text
    .replaceAll('"value": "1.0"', '"value": "0.0"')
    .replaceAll('Mira', name)
    .replaceAll('"graph_id": "', `"graph_id": "${name}-`)
    .replace('{', `{"unknown to all": [1.0, {"${name}": null}],`)
    .replace('"data": {', '"data": {"unknown list": [{}, "x"],');
}

async function textOf(download: Promise<Download>): Promise<string> {
  return readFile(await (await download).path(), 'utf8');
}

async function choose(page: Page, button: string, files: Parameters<typeof chooseFiles>[1]) {
  const chooser = page.waitForEvent('filechooser');
  await activate(page, page.getByRole('button', { name: button, exact: true }));
  await chooseFiles(await chooser, files);
}

const chooseFiles = (
  chooser: { setFiles(files: readonly ReturnType<typeof file>[]): Promise<void> },
  files: readonly ReturnType<typeof file>[],
) => chooser.setFiles([...files]);

const bar = (page: Page) => cell(page, 'Case').getByRole('group', { name: 'Your label' });
const pressed = (page: Page) => bar(page).getByRole('button', { pressed: true });
const progress = (page: Page, text: string) =>
  expect(cell(page, 'Labels').locator('[data-label-progress]')).toContainText(text);

async function callMyself(page: Page, name: string): Promise<void> {
  const box = cell(page, 'Labels').getByRole('textbox', { name: 'Your name' });
  await tabTo(page, box, 'Shift+Tab');
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(name);
  await page.keyboard.press('Tab');
  await activate(page, cell(page, 'Labels').getByRole('button', { name: 'Label blind' }));
  await expect(bar(page)).toContainText(name);
  await expect(pressed(page)).toHaveCount(0);
}

/** Labels the queue from its first case: one key a case, then `n` for the next. */
async function labelAll(page: Page, keys: readonly string[], from: number): Promise<void> {
  for (const [i, key] of keys.entries()) {
    await page.keyboard.press(key);
    await progress(page, `${from + i + 1} of 33`);
    await expect(pressed(page)).toContainText(key);
    await page.keyboard.press('n');
    await expect(pressed(page)).toHaveCount(0);
  }
}

const repeat = (key: string, times: number) => Array.from({ length: times }, () => key);

/**
 * Thirty cases in the proportions of the textbook's two readers of fifty proposals (20, 5, 10, 15):
 * 12 times both Update, 3 and 6 times one of them, 9 times both Response. Observed 0.70, by chance
 * 0.50, κ = 0.40.
 */
const ANA = [...repeat('4', 15), ...repeat('7', 15)];
const BO = [...repeat('4', 12), ...repeat('7', 3), ...repeat('4', 6), ...repeat('7', 9)];

test('two people label thirty cases by keyboard, and what they made comes back', async ({
  page,
}) => {
  test.setTimeout(180_000);
  await page.goto('./');
  await expect(page.getByRole('row', { name: /first-steps\.json/ })).toBeVisible();
  const texts = await Promise.all(NAMES.map(variant));
  await choose(
    page,
    'Choose files',
    NAMES.map((name, i) => file(`${name}.json`, texts[i] ?? '')),
  );
  await expect(page.getByRole('row', { name: /Mette\.json/ })).toBeVisible();

  await test.step('Ana labels blind, with undo', async () => {
    await activate(page, page.getByRole('button', { name: '+ Labels', exact: true }));
    await callMyself(page, 'Ana');
    await progress(page, '0 of 33');
    await expect(cell(page, 'Case')).not.toContainText('confidence');
    await expect(cell(page, 'Failed questions')).toContainText('Hidden while you label blind');
    await page.keyboard.press('1');
    await progress(page, '1 of 33');
    await page.keyboard.press('u');
    await progress(page, '0 of 33');
    await page.keyboard.press('4');
    await progress(page, '1 of 33');
    await page.keyboard.press('o');
    await expect(bar(page).getByRole('combobox')).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(bar(page).getByRole('combobox')).not.toHaveValue('');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('u');
    await expect(bar(page).getByRole('combobox')).toHaveValue('');
    await page.keyboard.press('0');
    await progress(page, '0 of 33');
    await labelAll(page, ANA, 0);
  });

  await test.step('Bo labels the same cases without seeing those labels', async () => {
    await callMyself(page, 'Bo');
    await progress(page, '0 of 33');
    await labelAll(page, BO, 0);
  });

  await test.step('their agreement is the textbook’s', async () => {
    const labels = cell(page, 'Labels');
    await activate(page, labels.getByRole('button', { name: 'Show verdicts again' }));
    const agreement = labels.getByRole('region', { name: 'Agreement', exact: true });
    await agreement.getByRole('combobox', { name: 'Compare' }).selectOption('Ana');
    await agreement.getByRole('combobox', { name: 'with' }).selectOption('Bo');
    await expect(agreement).toContainText(/Cohen’s κ\s*0\.40/);
    await expect(agreement).toContainText(/Cases both labelled\s*30/);
    await expect(agreement).toContainText(/Same type\s*70 %/);
    await expect(agreement).toContainText(/Same by chance\s*50 %/);
    await expect(agreement.getByRole('table').getByRole('link')).toHaveCount(9);
    for (const part of ['[data-cell="labels"]', '[data-cell="case"]'])
      expect(await barriersIn(page, part)).toEqual([]);
  });

  await test.step('both lists come back equal after a loss', async () => {
    for (const name of ['Export as annotations', 'Export as annotation-interface list']) {
      const list = await exported(page, name);
      expect(JSON.parse(list)).toHaveLength(60);
      // Bo's label of the open case, or of the first of the queue, is lost and brought back.
      await page.keyboard.press('k');
      await page.keyboard.press('0');
      await choose(page, 'Import labels', [file('labels.json', list)]);
      await expect(page.getByText('60 labels taken in.').first()).toBeVisible();
      const again = await exported(page, name);
      const essence = (text: string) => text.replace(/"saved_at": "[^"]*"/g, '');
      expect(essence(again)).toBe(essence(list));
    }
  });

  await test.step('a trace comes out with its labels and is otherwise what was dropped', async () => {
    const labels = cell(page, 'Labels');
    await labels.getByRole('combobox', { name: 'Trace' }).selectOption({ label: 'Mona.json' });
    const written = await exported(page, 'Export trace with labels');
    const dropped = texts[NAMES.indexOf('Mona')] ?? '';
    const before = withoutAnnotations(dropped);
    const after = withoutAnnotations(written);
    expect(after.rest).toEqual(before.rest);
    expect(after.annotations.length).toBeGreaterThan(before.annotations.length);
    expect(written).toContain(`{"unknown to all": [1.0, {"Mona": null}],`);
    const end = dropped.indexOf('"annotations"');
    expect(written.slice(0, end)).toBe(dropped.slice(0, end));
  });

  await test.step('after a reload the labels and their maker are there', async () => {
    await page.reload();
    await progress(page, '30 of 33');
    await expect(cell(page, 'Labels').getByRole('textbox', { name: 'Your name' })).toHaveValue(
      'Bo',
    );
  });
});

async function exported(page: Page, button: string): Promise<string> {
  const download = page.waitForEvent('download');
  await activate(page, cell(page, 'Labels').getByRole('button', { name: button, exact: true }));
  return textOf(download);
}

function withoutAnnotations(text: string): {
  readonly rest: unknown;
  readonly annotations: readonly unknown[];
} {
  let annotations: readonly unknown[] = [];
  const rest: unknown = JSON.parse(text, (key, value: unknown) => {
    if (key !== 'annotations' || !Array.isArray(value)) return value;
    annotations = value;
    return undefined;
  });
  return { rest, annotations };
}
