import { expect, type Page } from '@playwright/test';

/** Starting the models and answering are real work for a busy machine. */
export const LONG = { timeout: 60_000 };

export const cell = (page: Page) => page.getByRole('region', { name: 'Models', exact: true });

/** A page with a Models cell that may reach these origins from the beginning. */
export async function openModels(page: Page, origins: readonly string[]): Promise<void> {
  await page.addInitScript((allowed) => {
    const key = 'memtrace.allowed-origins';
    if (localStorage.getItem(key) === null) localStorage.setItem(key, JSON.stringify(allowed));
  }, origins);
  await page.goto('./');
  await page.getByRole('button', { name: '+ Models' }).click(LONG);
  await expect(page.getByText('saved', { exact: false }).first()).toBeVisible(LONG);
}

/** Fills the form for a model behind an endpoint. */
export async function typeEndpoint(
  page: Page,
  preset: string,
  address: string,
  model: string,
  key: string,
): Promise<void> {
  const form = cell(page);
  await form.getByLabel('Provider').selectOption(preset, LONG);
  await form.getByLabel('Address', { exact: true }).fill(address);
  await form.getByLabel('Name of the model').fill(model);
  await form.getByLabel('Key', { exact: true }).fill(key);
}

/** Presses the form's button, and waits until the endpoint has answered in these words. */
export async function testSays(page: Page, words: string | RegExp): Promise<void> {
  await cell(page).getByRole('button', { name: 'Test connection' }).last().click();
  await expect(cell(page)).toContainText(words, LONG);
}

export const openForm = (page: Page) =>
  cell(page).getByText('Add a model with a key or an address').click(LONG);

export const report = (page: Page) => page.getByRole('region', { name: 'Report', exact: true });

/** A Report cell of the sample in which the first model of the list is chosen. */
export async function openReport(page: Page): Promise<void> {
  await page.getByRole('button', { name: '+ Report' }).click();
  await report(page).getByText('Let a model write it').click(LONG);
  await chooseModel(page);
}

export async function chooseModel(page: Page): Promise<void> {
  const model = report(page).getByRole('combobox', { name: 'Model' });
  await model.selectOption({ index: 1 }, LONG);
}

export async function write(page: Page, overview: string): Promise<void> {
  await report(page).getByLabel('The system under study').fill(overview);
  await report(page).getByRole('button', { name: 'Write', exact: true }).click();
}
