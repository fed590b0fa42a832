import { expect, test, type Page } from '@playwright/test';
import { SimulatedMemoryLlm } from '../support/simulated-memory-llm';
import { simulatedProvider } from '../support/simulated-provider';
import { BARE_PROMPTS, HALF_PROMPTS } from '../support/simulated-talks';
import { StandInProvider } from '../support/stand-in/stand-in-provider';
import {
  chooseModel,
  dropFiles,
  KEY,
  lab,
  LONG,
  models,
  openWithModel,
  part,
  startLab,
  talkFiles,
} from './support/lab-page';

test.setTimeout(240_000);

let provider: StandInProvider;
test.beforeEach(async () => {
  provider = await StandInProvider.start();
  provider.keys = [KEY];
});
test.afterEach(() => provider.stop());

const TARGETS = ['fact-extraction-system-prompt', 'question-answering-prompt'];
const rounds = (page: Page) => part(page, 'Run rounds');

async function setUp(page: Page, prompts: ReadonlyMap<string, string>): Promise<void> {
  const size =
    prompts === BARE_PROMPTS
      ? { dates: 3, advice: 2, plain: 1 }
      : { dates: 2, advice: 1, plain: 3 };
  const talks = prompts === BARE_PROMPTS ? [1, 2, 3, 4] : [1, 2];
  await openWithModel(page, provider);
  await dropFiles(page, await talkFiles(talks, prompts, size));
  await startLab(page);
  await chooseModel(page);
  await rounds(page).getByLabel('Rounds', { exact: true }).fill('2');
}

const start = (page: Page) =>
  rounds(page).getByRole('button', { name: 'Run rounds', exact: true }).click();
const goOn = (page: Page) => rounds(page).getByRole('button', { name: 'Go on' }).click();
const askedAtLeast = (n: number) =>
  expect.poll(() => provider.calls.length, LONG).toBeGreaterThanOrEqual(n);

/** The rounds of the newest run as they are shown, without what it cost. */
async function roundsShown(page: Page): Promise<readonly string[]> {
  await expect(rounds(page).getByText(/^✓ Kept:|^✕ Nothing was kept/)).toBeVisible({
    timeout: 120_000,
  });
  return rounds(page).getByRole('listitem').allInnerTexts();
}

/** What came of a run as a person sees it: its rounds, the figures, the texts of the prompts that are kept. */
async function outcomeShown(page: Page) {
  const shown = await roundsShown(page);
  const compare = part(page, 'Compare');
  const figures = await compare.getByRole('row', { name: /^(?:Judge|F1|BLEU-1)/ }).allInnerTexts();
  const texts: string[] = [];
  for (const target of TARGETS) {
    await lab(page).getByRole('button', { name: target, exact: true }).click();
    const versions = part(page, /^Versions/);
    await expect(versions.getByRole('heading', { level: 3 })).toContainText(target);
    const kept = versions.getByRole('button', { name: /✓ kept/ });
    await kept.click();
    texts.push(await kept.innerText());
    texts.push(await versions.getByRole('textbox', { name: 'Text of the prompt' }).innerText());
  }
  return { shown, figures, texts };
}

test('of an optimiser that makes prompts worse the gate rejects every one, and says why', async ({
  page,
}) => {
  provider.decide = simulatedProvider(new SimulatedMemoryLlm({ optimiser: 'worse' }));
  await setUp(page, HALF_PROMPTS);
  await start(page);
  const shown = await roundsShown(page);
  expect(shown).toHaveLength(2);
  for (const round of shown) expect(round).toContain('✕ The older prompt stays');
  await expect(rounds(page)).toContainText('Nothing was kept: the older prompts stay.');
  await expect(part(page, 'Compare')).toContainText('✕ The older prompt stays');
});

test('rounds that were paused, reloaded and out of budget come out as ones never stopped', async ({
  page,
  browser,
}) => {
  provider.decide = simulatedProvider(new SimulatedMemoryLlm(), 3);
  await setUp(page, BARE_PROMPTS);
  await rounds(page).getByLabel('Calls at most').fill('90');
  await start(page);
  await askedAtLeast(20);
  await rounds(page).getByRole('button', { name: 'Pause' }).click();
  await expect(rounds(page)).toContainText(/Paused in .*finished steps? (is|are) kept/, LONG);

  await goOn(page);
  await askedAtLeast(50);
  await page.reload();
  await expect(rounds(page)).toContainText(/Interrupted in .*finished steps? (is|are) kept/, LONG);
  const row = models(page).getByRole('row', { name: /small answers/ });
  await row.getByLabel(/^Key of/).fill(KEY);
  await row.getByRole('button', { name: 'Keep key' }).click();
  await expect(row).toContainText('ready', LONG);
  await chooseModel(page);

  await goOn(page);
  await expect(rounds(page)).toContainText('The budget of this run is spent.', LONG);
  await expect(rounds(page).getByRole('button', { name: 'Go on' })).toBeEnabled();
  await goOn(page);
  const outcome = await outcomeShown(page);
  expect(outcome.shown[0]).toContain('✓ The change is kept');
  expect(outcome.figures.length).toBeGreaterThanOrEqual(6);
  expect(outcome.texts.join('\n')).toContain('Keep every date');
  const stopped = new Set(provider.calls.map(({ body }) => body));

  const before = provider.calls.length;
  const fresh = await browser.newContext({ serviceWorkers: 'block' });
  const other = await fresh.newPage();
  await setUp(other, BARE_PROMPTS);
  await start(other);
  expect(await outcomeShown(other)).toEqual(outcome);
  expect(new Set(provider.calls.slice(before).map(({ body }) => body))).toEqual(stopped);
  await expect(lab(other).getByText('changed', { exact: false }).first()).toBeVisible();
  await fresh.close();
});
