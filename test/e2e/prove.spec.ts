import { expect, test } from '@playwright/test';

test('the verdict of the sample is proved by a key, and the proof is kept', async ({ page }) => {
  await page.goto('./');
  const article = page.getByRole('article');
  await expect(article).toBeVisible();
  const proof = article.getByRole('region', { name: 'Proof by replay' });
  await expect(proof.getByRole('button', { name: 'Prove it' })).toBeVisible();
  await page.keyboard.press('p');
  await expect(proof.getByText('Proved by replay', { exact: true })).toBeVisible({
    timeout: 30_000,
  });
  await expect(proof.getByText('Corrected', { exact: true })).toBeVisible();

  await test.step('a quote of the proof leads to the variable it stands in', async () => {
    await proof.locator('blockquote a').first().click();
    const inspector = page.getByRole('complementary', { name: 'Inspector' });
    await expect(inspector.locator('mark').first()).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('it is there on the next visit', async () => {
    await page.reload();
    await expect(proof.getByText('Proved by replay', { exact: true })).toBeVisible();
    await expect(proof.getByRole('button', { name: 'Prove it again' })).toBeVisible();
    const table = page.getByRole('table', { name: 'Failed questions' });
    await expect(table.getByText('proved')).toBeVisible();
  });
});
