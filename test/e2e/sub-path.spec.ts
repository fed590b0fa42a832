import { expect, test } from '@playwright/test';

test('the built page works under any path', async ({ page, baseURL }) => {
  const failed: string[] = [];
  await page.route('**/some/deep/path/**', async (route) => {
    const path = new URL(route.request().url()).pathname.replace('/some/deep/path/', '');
    const response = await page.request.get(`${baseURL ?? ''}${path}`);
    if (!response.ok()) failed.push(path);
    await route.fulfill({ response });
  });
  page.on('request', (request) => {
    const { pathname, protocol } = new URL(request.url());
    const isBelow = pathname.startsWith('/some/deep/path/') || !protocol.startsWith('http');
    if (!isBelow) failed.push(pathname);
  });
  await page.goto('some/deep/path/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(failed).toEqual([]);
});
