import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect, test, type Page } from '@playwright/test';
import { hasSharedData, sharedPath } from '../support/shared-data';
import { untar } from '../support/tar';
import { file, otherSample } from './support/sample-file';

const PAYLOAD =
  "<img src='https://evil.example/x.png' onerror='window.pwned=1'><script>window.pwned=1</script>";

/** Watches a page for everything that trace text must never do. */
function watch(page: Page, site: string | undefined): readonly string[] {
  const met: string[] = [];
  page.on('dialog', (dialog) => {
    met.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol.startsWith('http') && origin !== new URL(site ?? '').origin)
      met.push(`request: ${request.url()}`);
  });
  page.on('popup', (popup) => met.push(`popup: ${popup.url()}`));
  return met;
}

/** Opens every view in which the text of a trace is shown. */
async function lookEverywhere(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Attribute all' }).click();
  await expect(page.getByText(/attributed in/)).toBeVisible();
  await page.getByRole('button', { name: /^Question type:/ }).click();
  await page.keyboard.press('Escape');
  const count = Math.min(5, await page.locator('a[data-row]').count());
  for (let i = 0; i < count; i++) {
    await page.locator(`a[data-row="${i}"]`).click();
    await expect(page.getByRole('article')).toBeVisible();
    await page.keyboard.press('g');
    const links = page.getByRole('article').locator('blockquote a, ul a');
    for (let n = 0; n < Math.min(8, await links.count()); n++) {
      await links.nth(n).click();
      await expect(page.getByRole('complementary', { name: 'Inspector' })).toBeVisible();
    }
    await page.keyboard.press('Escape');
  }
}

/** Nothing of the trace became part of the page but its text. */
async function expectOnlyText(page: Page): Promise<void> {
  expect(await page.evaluate(() => 'pwned' in window)).toBe(false);
  await expect(
    page.locator('#app :is(img, script, iframe, object, embed, form, base)'),
  ).toHaveCount(0);
}

test('markup in a trace is shown as text and does nothing', async ({ page, baseURL }) => {
  const met = watch(page, baseURL);
  await page.goto('./');
  await expect(page.getByRole('row', { name: /first-steps/ })).toBeVisible();
  await page
    .getByLabel('Choose files', { exact: true })
    .setInputFiles(file('<b onmouseover=alert(1)>.json', await otherSample('Mira', PAYLOAD)));
  await expect(page.getByText(/read, 1 trace/)).toBeVisible();
  await page.getByRole('searchbox').fill('evil.example');
  await expect(page.locator('a[data-row]')).toHaveCount(1);
  await expect(page.locator('a[data-row]')).toContainText("onerror='window.pwned=1'");
  await lookEverywhere(page);
  await expect(page.getByRole('article')).toContainText(PAYLOAD);
  await expectOnlyText(page);
  expect(met).toEqual([]);
});

test('a note runs nothing, fetches nothing and posts nothing', async ({ page, baseURL }) => {
  const met = watch(page, baseURL);
  await page.goto('./');
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page
    .getByRole('textbox', { name: 'Note in Markdown' })
    .fill(
      [
        '# Title',
        PAYLOAD,
        '![remote](https://evil.example/pixel.png)',
        '[js](javascript:window.pwned=1)',
        '<form action="https://evil.example/"><input autofocus onfocus="window.pwned=1"></form>',
        '<style>* { background: url(https://evil.example/css) }</style>',
        '<svg><use href="https://evil.example/#x"/></svg>',
        '<a href="https://evil.example/" ping="https://evil.example/ping">out</a>',
      ].join('\n\n'),
    );
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByRole('heading', { name: 'Title' })).toBeVisible();
  await expect(page.getByText('[image not loaded: remote]')).toBeVisible();
  await expect(page.getByRole('link', { name: 'out' })).toHaveAttribute('rel', /noreferrer/);
  expect(await page.locator('a[ping], a[href^="javascript"]').count()).toBe(0);
  await expectOnlyText(page);
  expect(met).toEqual([]);
});

test('the hostile trace of the shared data does nothing', async ({ page, baseURL }) => {
  test.skip(!hasSharedData('odd.tar.gz'), 'the shared traces are absent');
  const archive = untar(gunzipSync(readFileSync(sharedPath('odd.tar.gz'))));
  const hostile = archive.get('odd/html_injection.json');
  if (!hostile) throw new Error('The archive lost html_injection.json.');
  const met = watch(page, baseURL);
  await page.goto('./');
  await expect(page.getByRole('row', { name: /first-steps/ })).toBeVisible();
  await page.getByLabel('Choose files', { exact: true }).setInputFiles({
    name: 'html_injection.json',
    mimeType: 'application/json',
    buffer: Buffer.from(hostile),
  });
  await expect(page.getByText(/read, 1 trace/)).toBeVisible();
  await lookEverywhere(page);
  await expectOnlyText(page);
  expect(met).toEqual([]);
});
