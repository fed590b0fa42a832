import { expect, test, type Page } from '@playwright/test';
import { answer, type Behaviour } from '../support/stand-in/behaviour';
import { StandInProvider } from '../support/stand-in/stand-in-provider';
import {
  cell,
  chooseModel,
  LONG,
  openForm,
  openModels,
  openReport,
  report,
  testSays,
  typeEndpoint,
  write,
} from './support/models-cell';

const MARKER = 'stand-in-key';
const REPORT = answer('{"report": "The fact was lost when memories were made."}');

let provider: StandInProvider;
test.beforeEach(async () => {
  provider = await StandInProvider.start();
  provider.keys = [MARKER];
});
test.afterEach(() => provider.stop());
test.setTimeout(180_000);

const row = (page: Page, name: RegExp) => cell(page).getByRole('row', { name });

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
