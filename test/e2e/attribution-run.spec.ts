import { fileURLToPath } from 'node:url';
import { expect, test, type BrowserContext, type Page } from '@playwright/test';
import { isObject } from '../../src/trace/json';
import type { Behaviour } from '../support/stand-in/behaviour';
import { StandInProvider, type SeenRequest } from '../support/stand-in/stand-in-provider';
import { Seeded } from '../support/seeded';
import { barriersIn } from './support/barriers';
import { activate } from './support/keyboard';

const KEY = 'stand-in-key';
const LONG = { timeout: 60_000 };
/** Cases that a run works on side by side: at the kill, so many calls are in flight at most. */
const IN_FLIGHT = 4;
const TRACE = fileURLToPath(new URL('../fixtures/natural/mem0/leith.json.gz', import.meta.url));

const models = (page: Page) => page.getByRole('region', { name: 'Models', exact: true });
const cell = (page: Page) =>
  page.getByRole('region', { name: 'Attribution with a model', exact: true });
const runOf = (page: Page, name: string) =>
  cell(page).getByRole('region', { name: new RegExp(`^${name}, `) });

let provider: StandInProvider;
test.beforeEach(async () => {
  provider = await StandInProvider.start();
  provider.keys = [KEY];
  provider.decide = decide;
});
test.afterEach(() => provider.stop());

/** Searches twice, then accuses the answer; what it says depends on the request alone. */
function decide({ method, body }: SeenRequest): Behaviour {
  if (method !== 'POST') return { kind: 'answer', text: '' };
  const parsed: unknown = JSON.parse(body);
  const messages = isObject(parsed) && Array.isArray(parsed['messages']) ? parsed['messages'] : [];
  const steps = messages.filter((m) => isObject(m) && m['role'] === 'assistant').length;
  const task = messages.map((m) => (isObject(m) ? String(m['content']) : '')).join('\n');
  const call =
    steps < 2
      ? { name: 'search_values', arguments: { words: `step ${steps}` } }
      : {
          name: 'submit_verdict',
          arguments: {
            error_type: 'ResponseError',
            op_id: /answer="([^"]*)"/.exec(task)?.[1] ?? '',
            reason: 'The context had everything that the answer needed: the answer is at fault.',
            quotes: [
              {
                variable: /<evidence ref="([^"]*)"/.exec(task)?.[1] ?? '',
                text: 'e',
                shows: 'held',
              },
            ],
            unsure: false,
          },
        };
  const calls = [{ name: call.name, arguments: JSON.stringify(call.arguments) }];
  // Slow enough that a kill meets calls in flight.
  return { kind: 'answer', text: 'One look further on.', calls, piece: 4, everyMs: 40 };
}

/** A notebook with a trace of several failed cases, a model that is ready, and an Attribution cell. */
async function setUp(page: Page): Promise<void> {
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
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose files' }).click();
  await (await chooser).setFiles(TRACE);
  await expect(
    page.getByRole('table', { name: 'Failed questions' }).getByText(/sourdough/),
  ).toBeVisible(LONG);
  await page.getByRole('button', { name: '+ Attribution with a model' }).click();
  await expect(page.getByRole('banner').getByText('saved', { exact: true })).toBeVisible(LONG);
}

/** Plans and starts a run of graph-agent by keyboard. */
async function start(page: Page, name: string): Promise<void> {
  const form = cell(page);
  await form.getByLabel('Method', { exact: true }).selectOption('graph-agent', LONG);
  await form.getByLabel('Cases', { exact: true }).selectOption('failed');
  await form.getByLabel('At most so many cases').fill('7');
  await form.getByLabel('Name of the run').fill(name);
  await expect(form).toContainText(/About [\d,]+ calls, .* for 7 cases/, LONG);
  await activate(page, form.getByRole('button', { name: 'Start run' }));
}

/** The rows of a run: question, state, verdict, calls, tokens, cost. */
async function rowsOf(page: Page, name: string): Promise<readonly string[]> {
  await activate(page, runOf(page, name).getByRole('button', { name: 'Cases', exact: true }));
  const rows = runOf(page, name).getByRole('table').getByRole('row');
  await expect(rows).toHaveCount(8);
  return rows.allInnerTexts();
}

/** How often each call was asked for, by what was sent. */
function timesAsked(from: number): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  for (const { body } of provider.calls.slice(from)) times.set(body, (times.get(body) ?? 0) + 1);
  return times;
}

async function kill(context: BrowserContext, page: Page): Promise<void> {
  // Ends the page's process without a word to it.
  const session = await context.newCDPSession(page);
  const ended = page.waitForEvent('crash');
  session.send('Page.crash').catch(() => undefined);
  await ended;
  await page.close();
}

test('a run whose page is killed repeats no completed call and ends as one never stopped', async ({
  context,
  browser,
}) => {
  test.setTimeout(240_000);
  const random = new Seeded(6);
  let page = await context.newPage();
  await setUp(page);
  await start(page, 'killed');
  const asked = 5 + Math.floor(random.below(8));
  await expect.poll(() => provider.calls.length, LONG).toBeGreaterThanOrEqual(asked);
  await page.waitForTimeout(random.below(200));
  await kill(context, page);

  page = await context.newPage();
  await page.goto('./');
  const run = runOf(page, 'killed');
  await expect(run).toContainText('Interrupted', LONG);
  // The key was in memory only: the run says so and waits.
  await activate(page, run.getByRole('button', { name: 'Resume' }));
  await expect(run).toContainText('Paused', LONG);
  await expect(run).toContainText('key');
  const row = models(page).getByRole('row', { name: /small answers/ });
  await row.getByLabel(/^Key of/).fill(KEY);
  await row.getByRole('button', { name: 'Keep key' }).click();
  await expect(row).toContainText('ready', LONG);
  await activate(page, run.getByRole('button', { name: 'Resume' }));
  await expect(run).toContainText('Done: 7 of 7 cases', LONG);
  const killed = timesAsked(0);
  const repeated = [...killed.values()].reduce((sum, times) => sum + times - 1, 0);
  expect(killed.size).toBe(7 * 3);
  expect(repeated).toBeLessThanOrEqual(IN_FLIGHT);
  const rows = await rowsOf(page, 'killed');
  expect(await barriersIn(page, '[data-cell="attribution"]')).toEqual([]);

  // Another browser profile, where nothing is kept: the same run, never stopped.
  const before = provider.calls.length;
  const fresh = await browser.newContext({ serviceWorkers: 'block' });
  const other = await fresh.newPage();
  await setUp(other);
  await start(other, 'whole');
  await activate(other, runOf(other, 'whole').getByRole('button', { name: 'Pause' }));
  await expect(runOf(other, 'whole')).toContainText('Paused', { timeout: 5_000 });
  await activate(other, runOf(other, 'whole').getByRole('button', { name: 'Resume' }));
  await expect(runOf(other, 'whole')).toContainText('Done: 7 of 7 cases', LONG);
  expect(new Set(timesAsked(before).keys())).toEqual(new Set(killed.keys()));
  expect(await rowsOf(other, 'whole')).toEqual(rows);
  await fresh.close();
});
