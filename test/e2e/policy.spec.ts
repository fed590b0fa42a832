import { createServer, type Server } from 'node:http';
import { fileURLToPath } from 'node:url';
import { expect, test, type Page } from '@playwright/test';
import { build } from 'vite';

const PROBE = fileURLToPath(new URL('policy-probe/probe.ts', import.meta.url));
const BLOCKED = 'blocked by connect-src';

let foreign: Server;
let origin = '';
let probeCode = '';
const requests: string[] = [];

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  foreign = createServer((request, response) => {
    requests.push(request.url ?? '');
    response.setHeader('access-control-allow-origin', '*');
    response.end('let through');
  });
  await new Promise<void>((resolve) => foreign.listen(0, '127.0.0.1', resolve));
  const address = foreign.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  origin = `http://127.0.0.1:${address.port}`;
  probeCode = await buildProbe();
});

test.afterAll(() => {
  foreign.closeAllConnections();
  foreign.close();
});

/** The probe as the product's configuration builds it. */
async function buildProbe(): Promise<string> {
  const result = await build({
    logLevel: 'warn',
    build: { write: false, rolldownOptions: { input: PROBE } },
  });
  const outputs = Array.isArray(result) ? result : [result];
  const chunks = outputs.flatMap((o) => ('output' in o ? o.output : []));
  const code = chunks.flatMap((chunk) => (chunk.type === 'chunk' ? [chunk.code] : []));
  expect(code).toHaveLength(1);
  return code[0] ?? '';
}

/** Opens the real page and puts the probe into it, as a script of the same site. */
async function openWithProbe(page: Page): Promise<void> {
  await page.route('**/probe.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: probeCode }),
  );
  await page.goto('./');
  await page.addScriptTag({ url: 'probe.js', type: 'module' });
  await page.waitForFunction(() => 'policyProbe' in window);
}

const fromPage = (page: Page, address: string) =>
  page.evaluate((to) => window.policyProbe.inPage(to), address);
const fromWorker = (page: Page, address: string) =>
  page.evaluate((to) => window.policyProbe.inWorker(to), address);

test('the policies stand before any other code', async ({ page }) => {
  await page.goto('./');
  const head = await page.locator('head > *').evaluateAll((all) =>
    all.map((element) => {
      if (element instanceof HTMLScriptElement) return `script ${element.type}`.trim();
      return element instanceof HTMLMetaElement ? `meta ${element.httpEquiv}`.trim() : 'other';
    }),
  );
  expect(head[0]).toBe('meta Content-Security-Policy');
  expect(head.filter((entry) => entry.startsWith('script'))[0]).toBe('script');
  expect(head.filter((entry) => entry === 'meta Content-Security-Policy')).toHaveLength(2);
});

test('a foreign host is out of reach, from the page and from a worker', async ({ page }) => {
  await openWithProbe(page);
  expect(await fromPage(page, `${origin}/page`)).toBe(BLOCKED);
  expect(await fromWorker(page, `${origin}/worker`)).toMatchObject({ connection: BLOCKED });
  expect(await fromPage(page, 'https://foreign.example/')).toBe(BLOCKED);
  expect(requests).toEqual([]);
});

test('an allowed origin is in reach after a reload, and no other', async ({ page }) => {
  await openWithProbe(page);
  await page.evaluate((allowed) => {
    localStorage.setItem('memtrace.allowed-origins', JSON.stringify([allowed]));
  }, origin);
  // The policy of an open page cannot be widened.
  expect(await fromPage(page, `${origin}/early`)).toBe(BLOCKED);
  await openWithProbe(page);
  expect(await fromPage(page, `${origin}/page`)).toBe('let through');
  expect(await fromWorker(page, `${origin}/worker`)).toMatchObject({ connection: 'let through' });
  expect(await fromWorker(page, 'https://foreign.example/')).toMatchObject({ connection: BLOCKED });
  expect(requests).toEqual(['/page', '/worker']);
});

test('an altered list of origins opens nothing', async ({ page }) => {
  await openWithProbe(page);
  await page.evaluate((list) => {
    localStorage.setItem('memtrace.allowed-origins', list);
  }, '["https:", "https://*", "*", "http://127.0.0.1:*", 7]');
  await openWithProbe(page);
  expect(await fromPage(page, `${origin}/altered`)).toBe(BLOCKED);
  expect(await fromPage(page, 'https://foreign.example/')).toBe(BLOCKED);
});

test('a worker starts from a blob and runs WebAssembly from inline bytes', async ({ page }) => {
  await openWithProbe(page);
  const report = await fromWorker(page, './');
  expect(report.address).toMatch(/^blob:/);
  expect(report.hash).toBe('06b05ab6733a618578af5f94892f3950');
});

test('every worker of the page starts from a blob', async ({ page }) => {
  const addresses: string[] = [];
  page.on('worker', (worker) => addresses.push(worker.url()));
  await page.goto('./');
  await page.waitForLoadState('networkidle');
  expect(addresses.filter((address) => !address.startsWith('blob:'))).toEqual([]);
});
