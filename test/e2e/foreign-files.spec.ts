import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test, type Page } from '@playwright/test';
import { filesInWild, hasWildFiles, holdingOf, WILD_FILES, wildPath } from '../support/wild-files';
import { barriersIn } from './support/barriers';

const FIXTURES = fileURLToPath(new URL('../fixtures/foreign/', import.meta.url));
const fixtures = readdirSync(FIXTURES);

/** What the cell says of each outcome, beside what it counted. */
const SAID = {
  stages: 'every stage',
  'retrieval-or-answer': 'retrieval or answer',
  'judge-only': 'can only be judged',
  'look-only': 'can only be looked at',
} as const;

const cell = (page: Page) => page.getByRole('region', { name: 'Traces', exact: true });
const fileLine = (page: Page, name: string) =>
  cell(page)
    .getByRole('list', { name: 'Files' })
    .getByRole('listitem')
    .filter({ has: page.getByText(name, { exact: true }) });

async function open(page: Page, files: readonly string[]): Promise<void> {
  await page.goto('./');
  await expect(cell(page).getByRole('row', { name: /first-steps\.json/ })).toBeVisible({
    timeout: 30_000,
  });
  await cell(page)
    .getByLabel('Choose files')
    .setInputFiles([...files]);
  await expect(
    cell(page)
      .getByRole('list', { name: 'Files' })
      .getByText(/^(read, 1 trace|refused)/),
  ).toHaveCount(files.length, { timeout: 45_000 });
}

for (const [theme, width] of [
  ['light', 1440],
  ['dark', 390],
] as const)
  test(`axe finds nothing serious where the files of other tools stand, ${theme}, ${String(width)} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme: theme });
    await open(page, [
      ...fixtures.map((name) => `${FIXTURES}${name}`),
      fileURLToPath(new URL('../../package.json', import.meta.url)),
    ]);
    await cell(page).getByText('What can be read', { exact: true }).click();
    for (const summary of await cell(page)
      .getByRole('region', { name: 'What these files give' })
      .locator('summary')
      .all())
      await summary.click();
    expect(await barriersIn(page, '[data-cell="traces"]')).toEqual([]);
  });

test('a question of a file with contexts gets a verdict that says what was not recorded', async ({
  page,
}) => {
  await open(page, [`${FIXTURES}langfuse.json`]);
  await page.getByRole('button', { name: 'Attribute all' }).click();
  const question = page
    .getByRole('table', { name: 'Failed questions' })
    .getByRole('row')
    .filter({ hasText: 'bicycle' });
  await expect(question).toContainText('Retrieval', { timeout: 20_000 });
  await question.getByRole('link').click();
  const article = page.getByRole('article', { name: /bicycle/ });
  await expect(article).toContainText('Earlier stages were not recorded in this file');
});

test.describe('public files of other tools', () => {
  test.skip(!hasWildFiles, 'the public files are absent');

  test('dropped together, each is read with what it holds, or refused with what to do', async ({
    page,
  }) => {
    await open(page, filesInWild().map(wildPath));
    const given = cell(page).getByRole('region', { name: 'What these files give' });
    for (const { file, outcome } of WILD_FILES) {
      const name = basename(file);
      const line = fileLine(page, name);
      if (outcome === 'refused') {
        await expect(line).toContainText('refused');
        await expect(line).toContainText('This is JSON, but not a trace of a memory system.');
        await expect(line).toContainText('“What can be read” lists them.');
        await expect(cell(page).getByRole('row', { name })).toHaveCount(0);
        continue;
      }
      await expect(line).toContainText('read, 1 trace in');
      const { rows, questions } = holdingOf(file);
      const about = given.getByRole('listitem').filter({ hasText: name });
      const n = rows.toLocaleString('en-US');
      await expect(about).toContainText(new RegExp(`${n} of ${n} \\w+ read · ${SAID[outcome]}`));
      await about.locator('summary').click();
      const asked = `questions (${questions.toLocaleString('en-US')})`;
      if (questions > 0) await expect(about).toContainText(asked);
      else await expect(about).not.toContainText('questions (');
    }
  });
});
