import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { expect, test, type Page } from '@playwright/test';
import { unzipSync } from 'fflate';
import { answer, type Behaviour } from '../support/stand-in/behaviour';
import { StandInProvider } from '../support/stand-in/stand-in-provider';
import { barriersIn } from './support/barriers';
import { everythingIn } from './support/everything-stored';
import { cell, LONG, openForm, openModels, testSays, typeEndpoint } from './support/models-cell';

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
const report = (page: Page) => page.getByRole('region', { name: 'Report', exact: true });

/** A Report cell of the sample in which the first model of the list is chosen. */
async function openReport(page: Page): Promise<void> {
  await page.getByRole('button', { name: '+ Report' }).click();
  await report(page).getByText('Let a model write it').click(LONG);
  await chooseModel(page);
}

async function chooseModel(page: Page): Promise<void> {
  const model = report(page).getByRole('combobox', { name: 'Model' });
  await model.selectOption({ index: 1 }, LONG);
}

async function write(page: Page, overview: string): Promise<void> {
  await report(page).getByLabel('The system under study').fill(overview);
  await report(page).getByRole('button', { name: 'Write', exact: true }).click();
}

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
    for (const form of [secret, btoa(secret), encodeURIComponent(secret), [...secret].join('\0')]) {
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

test('every fault of an endpoint has its own words and next step', async ({ page }) => {
  // Port 11434 is Ollama's; nobody listens there.
  await openModels(page, [provider.origin, 'http://127.0.0.1:11434']);
  await openForm(page);
  await typeEndpoint(page, 'other', provider.baseUrl('openai'), 'small', MARKER);
  await cell(page).getByLabel('Longest silence, in seconds').fill('1');
  const status = (code: number, more: Partial<Extract<Behaviour, { kind: 'status' }>> = {}) =>
    ({ kind: 'status', status: code, ...more }) as const;
  const after = { headers: { 'retry-after': '7' } };
  const faults: readonly (readonly [Behaviour, string, string])[] = [
    [status(401), 'does not accept this key', 'Type the key again'],
    [status(403), 'may not use this model', 'Give the key access'],
    [status(404), 'does not know this model', 'Check the name of the model'],
    [status(429), 'asks to slow down', 'Wait a minute'],
    [status(429, after), 'asks to slow down', 'lower how many calls'],
    [status(429, { message: 'insufficient_quota' }), 'is used up', 'another key to the pool'],
    [status(500), 'failed on its side', 'Try again later'],
    [{ kind: 'html' }, 'it is not a model endpoint', 'Check the address'],
    [{ kind: 'cut', text: 'rea', how: 'torn' }, 'broke off before its end', 'check the connection'],
    [{ kind: 'cut', text: 'rea', how: 'ended' }, 'broke off before its end', 'Try again'],
    [{ kind: 'silent' }, 'stopped sending', 'raise the time limit'],
    [{ kind: 'no-cors' }, 'does not allow this page', 'Start it so that it allows'],
    // Which local server it is cannot be known at this port: the lines of all are there.
    [
      { kind: 'no-cors' },
      'does not allow this page',
      `OLLAMA_ORIGINS=${new URL(page.url()).origin}`,
    ],
  ];
  const result = cell(page).locator('form').first().locator('[role=status]').last();
  for (const [behaviour, words, next] of faults) {
    provider.decide = () => behaviour;
    await testSays(page, words);
    await expect(result).toContainText(next);
  }
  // A slow drip is no fault as long as it goes on.
  provider.decide = () => ({ kind: 'answer', text: 'ready', piece: 1, everyMs: 120 });
  await testSays(page, 'Answered “ready”');
  // Browsers ask first which headers they may send: no other ones than the necessary were named.
  const named = provider.seen.flatMap(
    ({ headers }) => headers['access-control-request-headers']?.split(',') ?? [],
  );
  expect([...new Set(named)].toSorted()).toEqual(['authorization', 'content-type']);

  await typeEndpoint(page, 'other', 'http://127.0.0.1:11434/v1', 'small', MARKER);
  await testSays(page, 'Nothing answers at this address.');
  await expect(result.locator('code')).toHaveText(
    `OLLAMA_ORIGINS=${new URL(page.url()).origin} ollama serve`,
  );
  await page.context().setOffline(true);
  await testSays(page, 'This device is offline.');
  await expect(result).toContainText('Connect to the network');
});

test('a budget holds over a reload, a repeated call sends nothing, and a stop keeps what came', async ({
  page,
}) => {
  await openModels(page, [provider.origin]);
  await openForm(page);
  await typeEndpoint(page, 'other', provider.baseUrl('openai'), 'small', MARKER);
  await cell(page).getByRole('button', { name: 'Add model' }).click();
  await cell(page).getByLabel('Stop after calls').fill('3');
  await cell(page).getByLabel('Stop after calls').press('Tab');
  await openReport(page);

  // A stop in the middle of an answer ends the request, and the log says how much had come.
  provider.decide = () => ({ ...REPORT, kind: 'answer', text: 'x'.repeat(900), everyMs: 40 });
  await write(page, 'stopped');
  await expect.poll(() => provider.calls.length, LONG).toBe(1);
  await page.waitForTimeout(400);
  const stopped = Date.now();
  await report(page).getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => provider.aborted, { intervals: [20] }).toBe(1);
  expect(Date.now() - stopped).toBeLessThan(1_000);
  const logged = (outcome: RegExp) => row(page, outcome).first();
  await expect(logged(/ stopped /)).toContainText(/[1-9]\d* chars[\s\S]*[1-9]\d* chars/, LONG);

  provider.decide = () => REPORT;
  await write(page, 'one');
  await expect(report(page)).toContainText('The fact was lost', LONG);
  await write(page, 'two');
  await expect.poll(() => provider.calls.length, LONG).toBe(3);
  await write(page, 'three');
  await expect(report(page)).toContainText('The budget is spent.', LONG);
  await expect(cell(page).getByText(/^3 calls, /)).toBeVisible(LONG);

  await page.reload();
  await expect(cell(page).getByText(/^3 calls, /)).toBeVisible(LONG);
  await expect(cell(page).getByLabel('Stop after calls')).toHaveValue('3');
  await row(page, /small/)
    .first()
    .getByLabel(/^Key of/)
    .fill(MARKER);
  await cell(page).getByRole('button', { name: 'Keep key' }).click();
  await report(page).getByText('Let a model write it').click(LONG);
  await chooseModel(page);
  await write(page, 'four');
  await expect(report(page)).toContainText('The budget is spent.', LONG);
  await write(page, 'one');
  await expect(report(page)).toContainText('The fact was lost', LONG);
  await expect(logged(/kept answer, nothing sent/)).toContainText('$0', LONG);
  expect(provider.calls).toHaveLength(3);
});
