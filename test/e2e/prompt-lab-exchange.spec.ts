import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect, test, type Download, type Page } from '@playwright/test';
import { hasSharedData, sharedPath } from '../support/shared-data';
import { SimulatedMemoryLlm } from '../support/simulated-memory-llm';
import { simulatedProvider } from '../support/simulated-provider';
import { BARE_PROMPTS } from '../support/simulated-talks';
import { StandInProvider } from '../support/stand-in/stand-in-provider';
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
} from './support/lab-page';
import { file } from './support/sample-file';

const ANSWER = 'question-answering-prompt';
const TARGETS = ['fact-extraction-system-prompt', 'memory-update-decision-prompt', ANSWER];
const SIZE = { dates: 2, advice: 1, plain: 3 };

/** Puts words in front of the kept text of a prompt and saves that as a version. */
async function editByHand(page: Page, words: string, note: string): Promise<void> {
  await lab(page).getByRole('button', { name: ANSWER, exact: true }).click();
  const versions = part(page, /^Versions/);
  const editor = versions.getByRole('textbox', { name: 'Text of the prompt' });
  await editor.click(LONG);
  await page.keyboard.press('Control+Home');
  await page.keyboard.type(words);
  await versions.getByLabel('Note', { exact: true }).fill(note);
  await versions.getByRole('button', { name: 'Save as a version' }).click();
  await expect(page.getByText(/^Saved as v\d+\.$/).first()).toBeVisible();
}

/** A run folder of MemTrace's optimiser, as it lies on a disk. */
async function writeRunFolder(at: string): Promise<string> {
  const folder = join(at, 'run-of-march');
  const target = `${ANSWER}@1`;
  const text = `'Answer with a name alone.\\n\\n$context\\n\\nQuestion: $question'`;
  const files = {
    'update_results.json': { [target]: text },
    'aggregated_feedbacks.json': { [target]: 'Leave out the rest.' },
    'iteration_summary.json': { metrics: { llm_judge: 0.25 } },
  };
  await mkdir(join(folder, 'iteration_1'), { recursive: true });
  await writeFile(join(folder, 'sampled_dataset.json'), '{}');
  for (const [name, content] of Object.entries(files))
    await writeFile(join(folder, 'iteration_1', name), JSON.stringify(content));
  return folder;
}

test('without a model, a run folder comes in, a hand edit goes out, and its run elsewhere is compared', async ({
  page,
}, testInfo) => {
  await page.goto('./');
  await dropFiles(page, await talkFiles([1, 2], BARE_PROMPTS, SIZE));
  await startLab(page);
  const versions = part(page, /^Versions/);

  await test.step('an optimisation run of MemTrace becomes versions with their figures', async () => {
    const chooser = page.waitForEvent('filechooser');
    await part(page, 'Files').getByRole('button', { name: 'Folder …' }).click();
    await (await chooser).setFiles(await writeRunFolder(testInfo.outputPath()));
    await expect(page.getByText('1 version was imported.').first()).toBeVisible(LONG);
    await lab(page).getByRole('button', { name: ANSWER, exact: true }).click();
    const imported = versions.getByRole('listitem').filter({ hasText: 'imported' });
    await expect(imported.getByRole('textbox')).toHaveValue(
      'MemTrace, iteration 1. llm_judge 0.25. Leave out the rest.',
    );
    await imported.getByRole('button', { name: /imported/ }).click();
    await expect(versions.getByRole('textbox', { name: 'Text of the prompt' })).toContainText(
      'Answer with a name alone.',
    );
    await versions.getByRole('button', { name: /recorded/ }).click();
  });

  await test.step('a hand edit is a version, kept, and written into plain files', async () => {
    await editByHand(page, 'Be brief. ', 'answers were long');
    await expect(versions.locator('.cm-changedText')).toHaveText('Be brief. ');
    await versions.getByLabel('Compare with').selectOption({ label: 'v4 imported' });
    await expect(versions.locator('.cm-deletedText')).toContainText(['Answer with']);
    const mine = versions.getByRole('listitem').filter({ hasText: 'by hand' });
    await mine.getByRole('button', { name: 'Keep this one' }).click();
    await expect(mine).toContainText('✓ kept');
    const downloads: Download[] = [];
    page.on('download', (download) => downloads.push(download));
    await part(page, 'Files').getByRole('button', { name: 'Prompt files' }).click();
    await expect.poll(() => downloads.length).toBe(TARGETS.length);
    const names = downloads.map((download) => download.suggestedFilename());
    expect(names.sort()).toEqual(TARGETS.map((name) => `${name}.txt`).sort());
    const own = downloads.find((download) => download.suggestedFilename() === `${ANSWER}.txt`);
    const text = await readFile((await own?.path()) ?? '', 'utf8');
    expect(text).toBe(`Be brief. ${BARE_PROMPTS.get(ANSWER) ?? ''}`);
  });

  await test.step('the run that was recorded with it is compared with the first', async () => {
    const better = new Map([...BARE_PROMPTS, [ANSWER, `Be brief. ${BARE_PROMPTS.get(ANSWER)}`]]);
    const files = await talkFiles([1, 2], better, SIZE);
    await dropFiles(
      page,
      files.map(({ buffer }, i) => file(`again-${i + 1}.json`, buffer.toString())),
    );
    const compare = part(page, 'Compare');
    await expect(compare.getByLabel('After')).toBeVisible(LONG);
    await compare
      .getByLabel('After')
      .selectOption({ label: 'recorded: again-1.json, again-2.json' });
    await expect(compare.getByText(/The (older prompt stays|change is kept):/)).toBeVisible(LONG);
    const holdOut = compare.getByRole('region', { name: 'Hold-out', exact: true });
    const judged = await holdOut
      .getByRole('row', { name: /^Judge/ })
      .getByRole('cell')
      .allInnerTexts();
    expect(Number(judged[2])).toBeGreaterThan(Number(judged[1]));
    await expect(compare.getByText(/^Answers that flipped/)).toBeVisible();
    await expect(part(page, 'Try').getByRole('button', { name: 'Run trial' })).toBeDisabled();
  });
});

/** Whether a request is the one of MemBase's judge. */
const isJudge = (body: string): boolean => body.includes("'CORRECT' or 'WRONG'");

test.describe('on a trace of MemBase', () => {
  const MEM0 = 'small/mem0/locomo_locomo-1.json';
  test.skip(!hasSharedData(MEM0), 'needs the shared data');
  let provider: StandInProvider;
  test.beforeEach(async () => {
    provider = await StandInProvider.start();
    provider.keys = [KEY];
  });
  test.afterEach(() => provider.stop());

  test('another answer prompt costs one answer call and one judge call a question', async ({
    page,
  }) => {
    const answers = simulatedProvider(new SimulatedMemoryLlm());
    provider.decide = (request) =>
      isJudge(request.body) ? { kind: 'answer', text: '{"label": "CORRECT"}' } : answers(request);
    await openWithModel(page, provider);
    const text = await readFile(sharedPath(MEM0), 'utf8');
    await dropFiles(page, [file(basename(MEM0), text)]);
    await startLab(page, /Split by question/);
    await chooseModel(page);
    const said = await lab(page)
      .getByText(/^Split by question/)
      .innerText();
    const [tune = 0, holdOut = 0] = [...said.matchAll(/\d+/g)].map(Number);
    const questions = tune + holdOut;
    expect(questions).toBeGreaterThan(10);

    await editByHand(page, 'Be brief. ', '');
    const trial = part(page, 'Try');
    await trial.getByLabel(ANSWER, { exact: true }).selectOption({ index: 1 });
    await expect(trial.getByRole('status')).toContainText(
      `${questions} to ${2 * questions} calls`,
      LONG,
    );
    const before = provider.calls.length;
    await trial.getByRole('button', { name: 'Run trial' }).click();
    await expect(trial.getByText(`${2 * questions} calls`).first()).toBeVisible(LONG);
    await expect(part(page, 'Compare').getByRole('region', { name: 'Tune' })).toBeVisible(LONG);
    const bodies = provider.calls.slice(before).map(({ body }) => body);
    expect(bodies).toHaveLength(2 * questions);
    expect(bodies.filter(isJudge)).toHaveLength(questions);
    expect(bodies.filter((body) => body.includes('Be brief. '))).toHaveLength(questions);
    expect(new Set(bodies).size).toBe(2 * questions);
  });
});
