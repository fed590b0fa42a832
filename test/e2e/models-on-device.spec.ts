import { expect, test, type Page } from '@playwright/test';
import { tinyModel } from '../generate/gguf/tiny-model';
import { ModelFiles } from '../support/model-files';

/** Loading and answering are real work for a busy machine. */
const LONG = { timeout: 60_000 };
const PIECES = ['The', ' train', ' leaves', ' at', ' noon', '.'];
const cell = (page: Page) => page.getByRole('region', { name: 'Models', exact: true });

test('llama.cpp loads a GGUF file in the page, after a download that broke off, and works offline', async ({
  page,
}) => {
  test.setTimeout(180_000);
  const model = tinyModel({ pieces: PIECES });
  const host = await ModelFiles.start({ 'tiny.gguf': model });
  try {
    await page.goto('./');
    await page.getByRole('button', { name: '+ Models' }).click(LONG);
    await expect(page.getByText('saved', { exact: false }).first()).toBeVisible(LONG);
    await cell(page).getByText('Add a model that runs on this device').click(LONG);
    await cell(page).getByLabel('Address of a GGUF file').fill(`${host.origin}/tiny.gguf`);
    const loaded = page.waitForEvent('load');
    await cell(page)
      .getByRole('button', { name: /^Allow .* and reload$/ })
      .click();
    await loaded;
    await cell(page).getByRole('button', { name: 'Add', exact: true }).click(LONG);
    const row = cell(page).getByRole('row', { name: /^tiny\.gguf/ });
    await expect(row).toContainText('not downloaded', LONG);
    expect(host.seen).toEqual([]);

    host.cutAfter = 1_000_000;
    await row.getByRole('button', { name: 'Load', exact: true }).click();
    await expect(row).toContainText('The download of the model stopped.', LONG);
    await row.getByRole('button', { name: 'Load', exact: true }).click();
    await expect(row).toContainText('● loaded', LONG);
    expect(host.seen.map(({ range }) => range)).toEqual([undefined, 'bytes=1000000-']);

    host.stop();
    await row.getByRole('button', { name: 'Try it' }).click();
    await expect(row).toContainText('Answered “The train leaves at noon.”', LONG);
    await expect(cell(page)).toContainText('this device');
    await row.getByRole('button', { name: 'Unload' }).click();
    await row.getByRole('button', { name: 'Load', exact: true }).click();
    await expect(row).toContainText('● loaded', LONG);
    await row.getByRole('button', { name: 'Unload' }).click();
    await row.getByRole('button', { name: 'Delete files' }).click();
    await expect(row).toContainText('not downloaded', LONG);
  } finally {
    host.stop();
  }
});
