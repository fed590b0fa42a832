import { expect, test, type Page } from '@playwright/test';
import { tinyModel } from '../generate/gguf/tiny-model';
import { ModelFiles } from '../support/model-files';
import { cell, LONG, openModels } from './support/models-cell';

const PIECES = ['The', ' train', ' leaves', ' at', ' noon', '.'];
const ANSWER = 'Answered “The train leaves at noon.”';
const ends = tinyModel({ pieces: PIECES });
const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

test.setTimeout(180_000);

/** Drops a file on the page, as a hand would. */
async function drop(page: Page, name: string, bytes: Uint8Array): Promise<void> {
  const transfer = await page.evaluateHandle(
    ([fileName, text]) => {
      const held = new DataTransfer();
      const decoded = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
      held.items.add(new File([decoded], fileName));
      return held;
    },
    [name, base64(bytes)] as const,
  );
  await page.dispatchEvent('body', 'drop', { dataTransfer: transfer });
}

test('llama.cpp answers from a GGUF file that was dropped, and from one whose download broke off', async ({
  page,
}) => {
  const host = await ModelFiles.start({ 'tiny.gguf': ends });
  try {
    await openModels(page, [host.origin]);
    const row = (name: RegExp) => cell(page).getByRole('row', { name });
    await drop(page, 'broken.gguf', Buffer.from('no model at all'));
    await expect(page.getByText(/broken\.gguf: This file is no model/).last()).toBeVisible(LONG);
    await drop(page, 'dropped.gguf', ends);
    const dropped = row(/^dropped\.gguf/);
    await expect(dropped).toContainText('on this device', LONG);
    await dropped.getByRole('button', { name: 'Try it' }).click();
    await expect(dropped).toContainText(ANSWER, LONG);
    await expect(row(/^broken/)).toHaveCount(0);

    await cell(page).getByText('Add a model that runs on this device').click();
    await cell(page).getByLabel('Address of a GGUF file').fill(`${host.origin}/tiny.gguf`);
    await cell(page).getByRole('button', { name: 'Add', exact: true }).click();
    const fetched = row(/^tiny\.gguf/);
    await expect(fetched).toContainText('not downloaded', LONG);
    expect(host.seen).toEqual([]);
    host.cutAfter = 1_000_000;
    await fetched.getByRole('button', { name: 'Load', exact: true }).click();
    await expect(fetched).toContainText('The download of the model stopped.', LONG);
    await fetched.getByRole('button', { name: 'Load', exact: true }).click();
    await expect(fetched).toContainText('● loaded', LONG);
    expect(host.seen.map(({ range }) => range)).toEqual([undefined, 'bytes=1000000-']);

    // From here on without its host.
    host.stop();
    await fetched.getByRole('button', { name: 'Try it' }).click();
    await expect(fetched).toContainText(ANSWER, LONG);
    await fetched.getByRole('button', { name: 'Unload' }).click();
    await fetched.getByRole('button', { name: 'Load', exact: true }).click();
    await expect(fetched).toContainText('● loaded', LONG);
    await fetched.getByRole('button', { name: 'Unload' }).click();
    await fetched.getByRole('button', { name: 'Delete files' }).click();
    await expect(fetched).toContainText('not downloaded', LONG);
  } finally {
    host.stop();
  }
});
