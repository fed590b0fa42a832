import { expect, test, type Page } from '@playwright/test';
import { SimulatedMemoryLlm } from '../support/simulated-memory-llm';
import { simulatedProvider } from '../support/simulated-provider';
import { BARE_PROMPTS } from '../support/simulated-talks';
import { StandInProvider } from '../support/stand-in/stand-in-provider';
import { barriersIn } from './support/barriers';
import {
  chooseModel,
  dropFiles,
  KEY,
  lab,
  LONG,
  openWithModel,
  part,
  startLab,
  talkFiles,
  textOf,
} from './support/lab-page';

const ANSWER = 'question-answering-prompt';
const EXTRACT = 'fact-extraction-system-prompt';

let provider: StandInProvider;
test.beforeEach(async () => {
  provider = await StandInProvider.start();
  provider.keys = [KEY];
});
test.afterEach(() => provider.stop());

/** The judge's score before and after in one part of the comparison, as it is shown. */
async function judgeOf(page: Page, name: 'Tune' | 'Hold-out'): Promise<readonly string[]> {
  const row = part(page, 'Compare')
    .getByRole('region', { name, exact: true })
    .getByRole('row', { name: /^Judge/ });
  const [, before = '', after = ''] = await row.getByRole('cell').allInnerTexts();
  return [before, after];
}

test('verdicts become a suggestion, a trial, a comparison and a prompt that is kept', async ({
  page,
}) => {
  provider.decide = simulatedProvider(new SimulatedMemoryLlm());
  await openWithModel(page, provider);
  await dropFiles(
    page,
    await talkFiles([1, 2, 3, 4], BARE_PROMPTS, { dates: 3, advice: 2, plain: 1 }),
  );
  await startLab(page);
  await chooseModel(page);

  await test.step('targets come with the failed cases whose operation reads them', async () => {
    await expect(
      lab(page)
        .getByText(/failed in tune/)
        .first(),
    ).toBeVisible();
    await expect(lab(page).getByRole('button', { name: EXTRACT })).toBeVisible();
  });

  for (const target of [EXTRACT, ANSWER])
    await test.step(`a version of ${target} is suggested, with all that led to it`, async () => {
      await lab(page).getByRole('button', { name: target, exact: true }).click();
      await part(page, 'Suggest').getByRole('button', { name: 'Suggest a version' }).click();
      await part(page, 'Suggest').getByText('Suggestions so far (1)').click(LONG);
      await part(page, 'Suggest')
        .getByText(/became version/)
        .click();
      await part(page, 'Suggest').getByText('What was asked, and the answer').click();
      await expect(part(page, 'Suggest').getByText('"diagnosis"').first()).toBeVisible();
    });

  await test.step('the suggested versions are priced, tried and compared', async () => {
    const trial = part(page, 'Try');
    await trial.getByLabel('Scope').selectOption('conversation');
    for (const target of [EXTRACT, ANSWER])
      await trial.getByLabel(target, { exact: true }).selectOption({ index: 1 });
    await expect(trial.getByText(/calls, about .* tokens in/)).toBeVisible(LONG);
    await trial.getByRole('button', { name: 'Run trial' }).click();
    await expect(part(page, 'Compare')).toContainText('The change is kept', LONG);
    expect(await judgeOf(page, 'Hold-out')).toEqual(['0.00', '1.00']);
    await part(page, 'Compare').getByRole('button', { name: 'Keep these versions' }).click();
    for (const target of [EXTRACT, ANSWER])
      await expect(
        lab(page).getByRole('listitem').filter({ hasText: target }).first(),
      ).toContainText('changed');
    const versions = part(page, /^Versions/);
    await expect(versions.getByRole('textbox', { name: 'Text of the prompt' })).toContainText(
      'Be brief',
    );
    await lab(page).getByRole('button', { name: EXTRACT, exact: true }).click();
    const editor = versions.getByRole('textbox', { name: 'Text of the prompt' });
    await expect(editor).toContainText('Keep every date');
    await expect(editor).toContainText('what the assistant says');
  });

  await test.step('what is kept is written into files', async () => {
    const files = part(page, 'Files');
    const save = async (button: string): Promise<string> => {
      const download = page.waitForEvent('download');
      await files.getByRole('button', { name: button, exact: true }).click();
      return textOf(download);
    };
    expect(await save('update_results.json')).toContain(`"${ANSWER}@1": "'Be brief`);
    expect(await save('MemBase configuration')).toContain('Keep every date');
    const report = await save('Write the change report');
    expect(report).toContain('The change is kept');
    expect(report).toContain('Added: “');
    expect(report).toMatch(/Asked: \d+ calls/);
  });

  await test.step('axe finds nothing serious, in either theme', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await barriersIn(page, '[data-cell="lab"]')).toEqual([]);
    }
  });

  await test.step('a figure leads to its answers, and those to the replayed trace', async () => {
    const compare = part(page, 'Compare');
    await compare.getByRole('button', { name: 'temporal', exact: true }).click();
    await expect(compare.getByRole('heading', { name: /^Answers: temporal/ })).toBeVisible();
    const answer = compare.getByRole('listitem').filter({ hasText: 'now right' }).first();
    const question = await answer.locator('strong').innerText();
    await answer.locator('summary').click();
    const prediction = await answer.locator('dd').nth(2).innerText();
    await answer.getByRole('button', { name: 'Open after' }).click();
    const article = page.getByRole('article');
    await expect(article).toContainText(question, LONG);
    await expect(article).toContainText(prediction);
    await expect(page.getByRole('region', { name: 'Traces', exact: true })).toContainText(
      'trial-0001 of talk-',
    );
  });
});
