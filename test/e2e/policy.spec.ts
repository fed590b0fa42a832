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

/** Twenty places where a page might try to send something. */
const ELSEWHERE: readonly string[] = [
  ...['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `https://${name}.foreign.example/`),
  ...['g', 'h', 'i'].map((name) => `https://${name}.foreign.example:8443/path?secret=1`),
  ...['j', 'k'].map((name) => `http://${name}.foreign.example/`),
  ...['https://xn--bcher-kva.example/', 'https://l.foreign.example/v1/chat/completions'],
  ...['https://192.0.2.7/', 'http://198.51.100.7:8080/', 'https://[2001:db8::7]/'],
  ...['http://127.0.0.2/', 'http://127.0.0.1:9/', 'http://localhost:9/', 'https://127.0.0.1:9/'],
];

/** Runs in a page or in one of its workers: which addresses its policy forbade, which answered. */
async function tryAll(addresses: readonly string[]) {
  const blocked = new Set<string>();
  const reached: string[] = [];
  const note = (event: SecurityPolicyViolationEvent): void => {
    if (event.effectiveDirective === 'connect-src') blocked.add(event.blockedURI);
  };
  self.addEventListener('securitypolicyviolation', note);
  for (const address of addresses)
    await fetch(address, { mode: 'no-cors' }).then(
      () => reached.push(address),
      () => undefined,
    );
  // Reports come just after the refusals.
  await new Promise((resolve) => setTimeout(resolve, 300));
  self.removeEventListener('securitypolicyviolation', note);
  return { blocked: blocked.size, reached };
}

/** Tries from the page and from each worker that the product started. */
async function tryEverywhere(page: Page, addresses: readonly string[]) {
  await page.getByRole('main').waitFor();
  await expect.poll(() => page.workers().length).toBeGreaterThan(0);
  const inWorkers = page.workers().map((worker) => worker.evaluate(tryAll, addresses));
  return Promise.all([page.evaluate(tryAll, addresses), ...inWorkers]);
}

test('twenty other hosts are out of reach from every thread, on each load', async ({
  page,
  baseURL,
}) => {
  const site = new URL(baseURL ?? '').origin;
  const sent: string[] = [];
  await page.context().route(
    (url) => !url.protocol.startsWith('blob') && url.origin !== site,
    (route) => {
      sent.push(route.request().url());
      return route.abort();
    },
  );
  await page.goto('./');
  expect(new Set(ELSEWHERE).size).toBe(20);
  for (const load of ['first', 'second', 'third']) {
    if (load !== 'first') await page.reload();
    const results = await tryEverywhere(page, ELSEWHERE);
    expect(results.length, load).toBeGreaterThan(1);
    for (const result of results) expect(result, load).toEqual({ blocked: 20, reached: [] });
  }
  expect(sent).toEqual([]);
});

test('an allowed host is reached from every thread, and the twenty others are not', async ({
  page,
}) => {
  await page.goto('./');
  await page.evaluate((allowed) => {
    localStorage.setItem('memtrace.allowed-origins', JSON.stringify([allowed]));
  }, origin);
  for (let load = 0; load < 2; load++) {
    await page.reload();
    const address = `${origin}/every-thread`;
    const results = await tryEverywhere(page, [...ELSEWHERE, address]);
    for (const result of results) expect(result).toEqual({ blocked: 20, reached: [address] });
  }
});
