import { expect, test, type Page } from '@playwright/test';
import { answer } from '../support/stand-in/behaviour';
import { StandInProvider } from '../support/stand-in/stand-in-provider';
import { barriersIn } from './support/barriers';

/** Used everywhere, and looked for everywhere afterwards. */
const MARKER = 'sk-marker-7f3a9c51e2';

const cell = (page: Page) => page.getByRole('region', { name: 'Models', exact: true });

let provider: StandInProvider;
test.beforeEach(async () => {
  provider = await StandInProvider.start();
  provider.keys = [MARKER];
});
test.afterEach(() => provider.stop());

const LONG = { timeout: 60_000 };
test.setTimeout(240_000);

async function openModels(page: Page) {
  await page.goto('./');
  await page.getByRole('button', { name: '+ Models' }).click(LONG);
  await expect(page.getByText('saved', { exact: false }).first()).toBeVisible(LONG);
  await cell(page).getByText('Add a model with a key or an address').click(LONG);
}

/** Types an endpoint, allows it and waits until the page is back. */
async function typeAndAllow(page: Page, preset: string, address: string, model: string) {
  await cell(page).getByLabel('Provider').selectOption(preset);
  await cell(page).getByLabel('Address', { exact: true }).fill(address);
  await cell(page).getByLabel('Name of the model').fill(model);
  const allow = cell(page).getByRole('button', { name: /^Allow .* and reload$/ });
  if (!(await allow.isVisible())) return;
  const loaded = page.waitForEvent('load');
  await allow.click();
  await loaded;
  await expect(cell(page).getByText(/is allowed\. Type the key/)).toBeVisible(LONG);
}

const testConnection = (page: Page) =>
  cell(page).getByRole('button', { name: 'Test connection' }).last().click();

test('an endpoint is allowed, tested and used, and the key is found nowhere else', async ({
  page,
  context,
}) => {
  const seenTexts: string[] = [];
  page.on('console', (message) => seenTexts.push(message.text()));
  context.on('request', (request) => seenTexts.push(request.url()));
  await openModels(page);
  for (const [preset, shape] of [
    ['other', 'openai'],
    ['other-anthropic', 'anthropic'],
    ['other-gemini', 'gemini'],
  ] as const) {
    await typeAndAllow(page, preset, provider.baseUrl(shape), 'small');
    await expect(cell(page).getByLabel('Name of the model')).toHaveValue('small');
    await cell(page).getByLabel('Key', { exact: true }).fill('wrong-key');
    await testConnection(page);
    await expect(cell(page)).toContainText('The endpoint does not accept this key.', LONG);
    await expect(cell(page)).not.toContainText('wrong-key');
    await cell(page).getByLabel('Key', { exact: true }).fill(MARKER);
    await testConnection(page);
    await expect(cell(page)).toContainText('Answered “ready”', LONG);
    // The id is the host's, so the three would be one model: only the first is kept.
    if (shape !== 'openai') continue;
    await cell(page).getByRole('button', { name: 'Add model' }).click();
    await expect(cell(page).getByRole('row', { name: /small/ })).toContainText('ready', LONG);
    await cell(page).getByLabel('Name of the model').fill('small');
  }
  await cell(page).getByLabel('Passphrase').fill('correct horse battery');
  await cell(page).getByRole('button', { name: 'Remember on this device' }).click();
  await expect(cell(page)).toContainText('Remembered keys are open', LONG);
  for (const call of provider.calls) {
    const holders = Object.entries(call.headers).filter(([, value]) => value.includes(MARKER));
    for (const [name] of holders)
      expect(['authorization', 'x-api-key', 'x-goog-api-key']).toContain(name);
    expect(`${call.path}${call.body}`).not.toContain(MARKER);
  }
  const dump = await page.evaluate(everythingStored);
  expect(dump.length).toBeGreaterThan(1_000);
  expect(dump).toContain('sealedKeys');
  expect(dump).not.toContain(MARKER);
  expect(seenTexts.join('\n')).not.toContain(MARKER);
  expect(await cell(page).innerText()).not.toContain(MARKER);
  expect(await barriersIn(page, '[data-cell="models"]')).toEqual([]);

  // After a reload the keys are locked; a wrong passphrase opens nothing, the right one does.
  await page.reload();
  await expect(cell(page)).toContainText('1 key missing', LONG);
  await cell(page).getByLabel('Passphrase').fill('wrong');
  await cell(page).getByRole('button', { name: 'Unlock' }).click();
  await expect(cell(page)).toContainText('does not open the remembered keys', LONG);
  await cell(page).getByLabel('Passphrase').fill('correct horse battery');
  await cell(page).getByRole('button', { name: 'Unlock' }).click();
  const row = cell(page).getByRole('row', { name: /small/ });
  await expect(row).toContainText('ready', LONG);
  await row.getByRole('button', { name: 'Test connection' }).click();
  await expect(row).toContainText('Answered “ready”', LONG);
  await cell(page).getByRole('button', { name: 'Forget all keys' }).click();
  await expect(cell(page)).toContainText('1 key missing', LONG);
  const after = await page.evaluate(everythingStored);
  expect(after).toMatch(/sealedKeys \[\]/);
});

test('every failure of a test has its own words and next step', async ({ page }) => {
  await openModels(page);
  await typeAndAllow(page, 'other', provider.baseUrl('openai'), 'small');
  await cell(page).getByLabel('Key', { exact: true }).fill(MARKER);
  const expected = [
    [{ kind: 'status', status: 429 }, 'asks to slow down'],
    [{ kind: 'status', status: 429, message: 'insufficient_quota' }, 'is used up'],
    [{ kind: 'status', status: 500 }, 'failed on its side'],
    [{ kind: 'html' }, 'it is not a model endpoint'],
    [{ kind: 'cut', text: 'rea', how: 'torn' }, 'broke off before its end'],
    [{ kind: 'no-cors' }, 'does not allow this page to read its answers'],
    [{ kind: 'status', status: 404 }, 'does not know this model'],
  ] as const;
  for (const [behaviour, words] of expected) {
    provider.decide = () => behaviour;
    await testConnection(page);
    await expect(cell(page)).toContainText(words, LONG);
  }
  provider.decide = () => answer('ready');
  await testConnection(page);
  await expect(cell(page)).toContainText('Answered “ready”', LONG);
  provider.stop();
  await testConnection(page);
  await expect(cell(page)).toContainText('Nothing answers at this address.', LONG);
  await page.context().setOffline(true);
  await testConnection(page);
  await expect(cell(page)).toContainText('This device is offline.', LONG);
});

/** Every text the browser keeps for this page, bytes read as Latin-1. */
async function everythingStored(): Promise<string> {
  const storageText = (storage: Storage): string =>
    JSON.stringify(Object.fromEntries(Object.keys(storage).map((k) => [k, storage.getItem(k)])));
  const parts = [storageText(localStorage), storageText(sessionStorage)];
  const asText = (_key: string, value: unknown): unknown =>
    value instanceof ArrayBuffer || ArrayBuffer.isView(value)
      ? String.fromCharCode(
          ...new Uint8Array(value instanceof ArrayBuffer ? value : value.buffer).slice(0, 50_000),
        )
      : value;
  for (const { name = '' } of await indexedDB.databases()) {
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(name);
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(new Error('no database'));
    });
    for (const store of db.objectStoreNames) {
      const rows = await new Promise<unknown>((resolve) => {
        const request = db.transaction(store).objectStore(store).getAll();
        request.onsuccess = () => resolve(request.result);
      });
      parts.push(`${store} ${JSON.stringify(rows, asText)}`);
    }
    db.close();
  }
  return parts.join('\n');
}
