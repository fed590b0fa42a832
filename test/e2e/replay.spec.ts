import { expect, test, type Locator, type Page } from '@playwright/test';
import { REPLAY } from '../../src/ui/replay/texts';
import { SimulatedMemoryLlm } from '../support/simulated-memory-llm';
import { simulatedProvider } from '../support/simulated-provider';
import { StandInProvider } from '../support/stand-in/stand-in-provider';
import { barriersIn } from './support/barriers';
import { KEY, LONG, openWithModel } from './support/lab-page';
import { file } from './support/sample-file';
import { addCell, AT_ITS_START, cell } from './support/surfaces';

const CASE = 'When was the first evening of Mira';
const { add, run, outcome, sample } = REPLAY;

/** The first notebook with its case about the pottery course open, and a Replay cell. */
async function openReplay(page: Page): Promise<Locator> {
  await page.goto('./');
  await cell(page, 'Failed questions')
    .getByRole('link', { name: CASE })
    .click({ position: AT_ITS_START });
  const replay = await addCell(page, 'replay');
  await expect(replay.getByRole('combobox', { name: add.operation })).toHaveValue(/./);
  return replay;
}

/** Gives the memory that the blamed operation wrote the date it lost. */
async function repair(replay: Locator): Promise<void> {
  const text = replay.getByRole('textbox', { name: add.text });
  await expect(text).toHaveValue(/pottery course/);
  const written = await text.inputValue();
  await text.fill(
    written.replace('a pottery course', 'a pottery course whose first evening was on 12 March'),
  );
  await replay.getByRole('button', { name: add.add }).click();
}

test('a repaired output saves the answer without a model, is kept over a reload, and opens as a trace', async ({
  page,
}) => {
  const replay = await openReplay(page);
  await repair(replay);
  await replay.getByRole('button', { name: run.start }).click();
  await expect(replay.getByText(outcome.flipped)).toBeVisible();
  await expect(replay.getByText(/no model was asked/)).toBeVisible();
  await replay.getByText(/^Operations that were not taken from the record/).click();
  await expect(replay.getByRole('link', { name: /update_memory_decision/ }).first()).toBeVisible();

  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await barriersIn(page, '[data-cell="replay"]')).toEqual([]);
  }

  await page.getByRole('banner').getByText('saved', { exact: true }).waitFor(LONG);
  await page.reload();
  const again = cell(page, 'Replay');
  await expect(again.getByRole('listitem').filter({ hasText: 'is written as' })).toBeVisible();
  await again.getByRole('button', { name: run.start }).click();
  await again.getByRole('button', { name: outcome.open }).click();
  await expect(
    cell(page, 'Traces')
      .getByText(/replay-1\.json/)
      .first(),
  ).toBeVisible();
  await expect(cell(page, 'Case')).toContainText(CASE);
});

test('what no model answers says what to do, and a memory can be found by its words', async ({
  page,
}) => {
  const replay = await openReplay(page);
  await replay.getByRole('combobox', { name: add.kind }).selectOption('force-retrieval');
  await replay.getByRole('searchbox', { name: add.find }).fill('kitchen');
  await expect(replay.getByRole('combobox', { name: add.memory })).toContainText('kitchen');
  await expect(replay.getByRole('combobox', { name: add.memory }).getByRole('option')).toHaveCount(
    1,
  );
  await replay.getByRole('button', { name: add.add }).click();
  await replay.getByRole('combobox', { name: run.after }).selectOption('model');
  await replay.getByRole('button', { name: run.start }).click();
  await expect(replay.getByText('A replay with changes needs a model.')).toBeVisible();
});

test('a memory system runs over a sample of a data set with a model, and leaves a trace', async ({
  page,
}) => {
  const provider = await StandInProvider.start();
  try {
    provider.keys = [KEY];
    provider.decide = simulatedProvider(new SimulatedMemoryLlm());
    await openWithModel(page, provider);
    const replay = await addCell(page, 'replay');
    const turn = (n: number, text: string) => ({
      dia_id: `D1:${n}`,
      speaker: n % 2 === 1 ? 'Ida' : 'Jon',
      text,
    });
    const conversation = {
      speaker_a: 'Ida',
      speaker_b: 'Jon',
      session_1_date_time: '1:56 pm on 8 May, 2023',
      session_1: [
        turn(1, 'I planted a walnut tree behind the house.'),
        turn(2, 'My sister bakes bread with rye every Sunday.'),
      ],
    };
    const question = { question: 'What did Ida plant?', answer: 'a walnut tree', category: 4 };
    const set = JSON.stringify([{ conversation, qa: [{ ...question, evidence: ['D1:1'] }] }]);
    await replay.getByLabel(sample.choose).setInputFiles(file('locomo.json', set));
    await expect(replay.getByRole('combobox', { name: sample.sample })).toContainText('2 messages');
    await replay.getByRole('combobox', { name: 'Model', exact: true }).selectOption({ index: 1 });
    await replay.getByRole('button', { name: sample.start, exact: true }).click();
    await expect(replay.getByText(/locomo-1\.mem0\.json is in the notebook/)).toBeVisible(LONG);
    await expect(cell(page, 'Traces').getByText('locomo-1.mem0.json').first()).toBeVisible();
  } finally {
    provider.stop();
  }
});
