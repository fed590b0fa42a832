import { expect, test } from '@playwright/test';
import { barriersIn } from './support/barriers';

test('the help can be read in both themes, at its pages, with the network off', async ({
  page,
  context,
}) => {
  await page.goto('./');
  await page.getByRole('link', { name: 'Help', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Help' })).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(6);
  await expect(page.getByText('new Recorder(run, randomIds, systemClock)')).toBeVisible();
  await context.setOffline(true);
  await page.getByRole('link', { name: 'Connect a model' }).click();
  await expect(page).toHaveURL(/#models$/);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await barriersIn(page, '#app')).toEqual([]);
  }
});

test('the tour of a first visit goes through five steps by keyboard and can be left', async ({
  page,
}) => {
  await page.goto('./');
  await page.getByRole('button', { name: 'Start the tour' }).click();
  const tour = page.getByRole('region', { name: 'Tour' });
  for (let step = 1; step <= 5; step++) {
    await expect(tour.getByText(`Step ${step} of 5`)).toBeVisible();
    await tour.getByRole('button', { name: step < 5 ? 'Next' : 'Finish' }).press('Enter');
  }
  await expect(tour).toBeHidden();

  await page.reload();
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Start the tour' })).toBeHidden();
});
