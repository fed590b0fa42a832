import { readFile } from 'node:fs/promises';
import { expect, type Download, type Locator, type Page } from '@playwright/test';
import { recordTalk, simulatedTalk, type TalkSize } from '../../support/simulated-talks';
import type { StandInProvider } from '../../support/stand-in/stand-in-provider';
import { file } from './sample-file';

export const KEY = 'stand-in-key';
export const LONG = { timeout: 60_000 };

export const models = (page: Page): Locator =>
  page.getByRole('region', { name: 'Models', exact: true });
export const lab = (page: Page): Locator =>
  page.getByRole('region', { name: 'Prompt lab', exact: true });
/** A part of the lab by its heading. */
export const part = (page: Page, name: string | RegExp): Locator =>
  lab(page).getByRole('region', { name, ...(typeof name === 'string' ? { exact: true } : {}) });

/** A notebook of the template for prompts, with a model of the provider that is allowed and ready. */
export async function openWithModel(page: Page, provider: StandInProvider): Promise<void> {
  await page.goto('./');
  await page.getByRole('button', { name: '+ Models' }).click(LONG);
  await expect(page.getByText('saved', { exact: false }).first()).toBeVisible(LONG);
  await models(page).getByText('Add a model with a key or an address').click(LONG);
  await models(page).getByLabel('Provider').selectOption('other');
  await models(page).getByLabel('Address', { exact: true }).fill(provider.baseUrl('openai'));
  await models(page).getByLabel('Name of the model').fill('small');
  const loaded = page.waitForEvent('load');
  await models(page)
    .getByRole('button', { name: /^Allow .* and reload$/ })
    .click();
  await loaded;
  await expect(models(page).getByText(/is allowed\. Type the key/)).toBeVisible(LONG);
  await models(page).getByLabel('Key', { exact: true }).fill(KEY);
  await models(page).getByRole('button', { name: 'Add model' }).click();
  await expect(models(page).getByRole('row', { name: /small answers/ })).toContainText(
    'ready',
    LONG,
  );
}

/** Made-up talks of one memory system as files to drop. */
export const talkFiles = (
  talks: readonly number[],
  prompts: ReadonlyMap<string, string>,
  size: TalkSize,
) =>
  Promise.all(
    talks.map(async (talk) =>
      file(`talk-${talk}.json`, await recordTalk(simulatedTalk(talk, size), prompts)),
    ),
  );

/** Opens files and waits until the page knows their questions. */
export async function dropFiles(
  page: Page,
  files: readonly ReturnType<typeof file>[],
): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose files' }).click();
  await (await chooser).setFiles([...files]);
  const traces = page.getByRole('region', { name: 'Traces', exact: true });
  for (const { name } of files) await expect(traces.getByText(name).first()).toBeVisible(LONG);
}

/** Adds the lab of the dropped Mem0 traces and splits its questions. */
export async function startLab(page: Page, split = /Split by conversation/): Promise<void> {
  await page.getByRole('button', { name: '+ Prompt lab' }).click();
  await lab(page).getByLabel('Memory system').selectOption('mem0', LONG);
  // The sample of a first visit is a Mem0 trace, too.
  await lab(page)
    .getByRole('checkbox', { name: /first-steps/ })
    .uncheck();
  await lab(page).getByRole('button', { name: 'Split and start' }).click();
  await expect(lab(page)).toContainText(split, LONG);
}

export async function chooseModel(page: Page): Promise<void> {
  await lab(page).getByLabel('Model', { exact: true }).selectOption({ index: 1 }, LONG);
}

export async function textOf(download: Promise<Download>): Promise<string> {
  return readFile(await (await download).path(), 'utf8');
}
