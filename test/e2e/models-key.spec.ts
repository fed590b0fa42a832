import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { expect, test, type Page } from '@playwright/test';
import { unzipSync } from 'fflate';
import { answer } from '../support/stand-in/behaviour';
import { StandInProvider } from '../support/stand-in/stand-in-provider';
import { barriersIn } from './support/barriers';
import { everythingIn } from './support/everything-stored';
import {
  cell,
  LONG,
  openForm,
  openModels,
  openReport,
  report,
  testSays,
  typeEndpoint,
  write,
} from './support/models-cell';

/** Used everywhere, and looked for everywhere afterwards. */
const MARKER = 'sk-marker-7f3a9c51e2';
const WRONG = 'sk-refused-marker-0b6d';
const PASSPHRASE = 'correct horse battery';
const REPORT = answer('{"report": "The fact was lost when memories were made."}');
/** The provider to choose, the shape it speaks, and how it is told apart in a model's name. */
const SHAPES = [
  ['other', 'openai', ''],
  ['other-anthropic', 'anthropic', ' anthropic'],
  ['other-gemini', 'gemini', ' google'],
] as const;

let provider: StandInProvider;
test.beforeEach(async () => {
  provider = await StandInProvider.start();
  provider.keys = [MARKER];
});
test.afterEach(() => provider.stop());
test.setTimeout(180_000);

const row = (page: Page, name: RegExp) => cell(page).getByRole('row', { name });

/** The bytes of a download as texts: what is packed in it is unpacked, as far down as it goes. */
function textsIn(bytes: Uint8Array): readonly string[] {
  if (bytes[0] === 0x50 && bytes[1] === 0x4b)
    return Object.entries(unzipSync(bytes)).flatMap(([name, inner]) => [name, ...textsIn(inner)]);
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return textsIn(gunzipSync(bytes));
  return [Buffer.from(bytes).toString('latin1')];
}

test('a key that is used everywhere is found nowhere but in the header of its endpoint', async ({
  page,
  context,
}) => {
  const found: { where: string; text: string }[] = [];
  page.on('console', (message) => found.push({ where: 'console', text: message.text() }));
  page.on('pageerror', (error) => found.push({ where: 'error', text: error.message }));
  context.on('request', (request) => {
    const headers = JSON.stringify(request.headers());
    const isItsOwn = request.url().startsWith(provider.origin);
    found.push({ where: 'addresses asked', text: request.url() });
    if (!isItsOwn)
      found.push({ where: 'other requests', text: `${headers}${request.postData() ?? ''}` });
  });
  await openModels(page, [provider.origin]);
  await openForm(page);
  const { host } = new URL(provider.origin);
  for (const [preset, shape, dialect] of SHAPES) {
    // The stand-in says a wrong key aloud in its refusal.
    await typeEndpoint(page, preset, provider.baseUrl(shape), 'small', WRONG);
    await testSays(page, 'The endpoint does not accept this key.');
    await typeEndpoint(page, preset, provider.baseUrl(shape), 'small', MARKER);
    await testSays(page, 'Answered “ready”');
    await cell(page).getByRole('button', { name: 'Add model' }).click();
    await expect(cell(page).getByText(`${host}${dialect}/small is set up.`)).toBeVisible(LONG);
  }
  await expect(cell(page).getByText('● ready')).toHaveCount(3, LONG);
  await cell(page).getByLabel('Passphrase').fill(PASSPHRASE);
  await cell(page).getByRole('button', { name: 'Remember on this device' }).click();
  await expect(cell(page)).toContainText('Remembered keys are open', LONG);

  // A call that is answered, one that is refused with the key in the refusal, and a log of both.
  await openReport(page);
  provider.decide = () => REPORT;
  await write(page, 'first');
  await expect(report(page)).toContainText('The fact was lost', LONG);
  provider.keys = ['another'];
  await write(page, 'second');
  await expect(report(page)).toContainText('The endpoint does not accept this key.', LONG);
  expect(provider.calls.at(-1)?.headers['authorization']).toBe(`Bearer ${MARKER}`);
  provider.keys = [MARKER];
  await cell(page).getByRole('button', { name: 'Show texts' }).last().click();
  await expect(cell(page).getByRole('button', { name: 'Hide texts' })).toBeVisible();
  const files = await exportEverything(page);

  const shown = await everythingIn(page);
  // The search sees what is there: addresses, sealed keys, models, the log.
  expect(shown['local storage']).toContain(provider.origin);
  expect(shown['IndexedDB']).toContain('sealedKeys 1 rows');
  expect(shown['IndexedDB']).toContain('callLog 2 rows');
  expect(shown['page']).toContain('small');
  for (const secret of [MARKER, WRONG, PASSPHRASE])
    for (const form of [
      secret,
      btoa(secret),
      encodeURIComponent(secret),
      secret.replace(/./g, '$&\0'),
    ]) {
      const holders = [...found, ...Object.entries(shown).map(([where, text]) => ({ where, text }))]
        .concat(files)
        .filter(({ text }) => text.includes(form))
        .map(({ where }) => where);
      expect(holders, `${form} is in`).toEqual([]);
    }
  const names = { openai: 'authorization', anthropic: 'x-api-key', gemini: 'x-goog-api-key' };
  for (const call of provider.seen) {
    const holders = Object.entries(call.headers).filter(([, value]) => /marker/.test(value));
    expect(holders.map(([name]) => name)).toEqual(
      call.method === 'POST' ? [names[call.shape]] : [],
    );
    expect(`${call.path}${call.body}`).not.toMatch(/marker/);
  }
  expect(await barriersIn(page, '[data-cell="models"]')).toEqual([]);

  // After a reload the keys are locked; a wrong passphrase opens nothing, the right one does.
  await page.reload();
  await expect(cell(page)).toContainText('1 key missing', LONG);
  await cell(page).getByLabel('Passphrase').fill('wrong');
  await cell(page).getByRole('button', { name: 'Unlock' }).click();
  await expect(cell(page)).toContainText('does not open the remembered keys', LONG);
  await cell(page).getByLabel('Passphrase').fill(PASSPHRASE);
  await cell(page).getByRole('button', { name: 'Unlock' }).click();
  const first = row(page, /small/).first();
  await expect(first).toContainText('ready', LONG);
  provider.decide = () => answer('ready');
  await first.getByRole('button', { name: 'Test connection' }).click();
  await expect(first).toContainText('Answered “ready”', LONG);
  await cell(page).getByRole('button', { name: 'Forget all keys' }).click();
  await expect(cell(page).getByText('1 key missing')).toHaveCount(3, LONG);
  expect((await everythingIn(page))['IndexedDB']).toContain('sealedKeys 0 rows');
});

/** Writes every file that the page can write; what is in them. */
async function exportEverything(page: Page): Promise<{ where: string; text: string }[]> {
  const files: { where: string; text: string }[] = [];
  const save = async (act: () => Promise<void>): Promise<void> => {
    const download = page.waitForEvent('download');
    await act();
    const file = await download;
    for (const text of textsIn(await readFile(await file.path())))
      files.push({ where: file.suggestedFilename(), text });
  };
  for (const name of ['HTML', 'Markdown', 'CSV', 'JSON', 'MemTrace'])
    await save(() => report(page).getByRole('button', { name, exact: true }).click());
  await page.getByRole('button', { name: '+ Labels', exact: true }).click();
  const labels = page.getByRole('region', { name: 'Labels', exact: true });
  await labels.getByRole('textbox', { name: 'Your name' }).fill('Ana');
  await page.keyboard.press('Tab');
  await labels.getByRole('button', { name: 'Label blind' }).click();
  await page.keyboard.press('1');
  await expect(labels.locator('[data-label-progress]')).toContainText('1 of 1');
  for (const name of ['Export as annotations', 'Export as annotation-interface list'])
    await save(() => labels.getByRole('button', { name, exact: true }).click());
  for (const withTraces of [true, false]) {
    await page.getByRole('button', { name: 'Export notebook' }).click();
    const dialog = page.getByRole('dialog', { name: 'Export this notebook as a file' });
    await dialog.getByLabel('With the traces inside, compressed').setChecked(withTraces);
    await save(() => dialog.getByRole('button', { name: 'Export', exact: true }).click());
    if (await dialog.isVisible()) await page.keyboard.press('Escape');
  }
  expect(files.length).toBeGreaterThan(12);
  return files;
}
