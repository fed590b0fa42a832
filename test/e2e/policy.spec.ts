import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test, type Page, type Worker } from '@playwright/test';
import { build } from 'vite';

const PROBE = fileURLToPath(new URL('policy-probe/probe.ts', import.meta.url));
const BLOCKED = 'blocked by connect-src';

let foreign: Server;
let origin = '';
/** Another host that answers, and that is never allowed. */
let other: Server;
let closed = '';
const stray: string[] = [];
let probeCode = '';
const requests: string[] = [];

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  foreign = createServer((request, response) => {
    requests.push(request.url ?? '');
    response.setHeader('access-control-allow-origin', '*');
    response.end('let through');
  });
  foreign.on('upgrade', (request, socket) => {
    requests.push(request.url ?? '');
    socket.destroy();
  });
  await new Promise<void>((resolve) => foreign.listen(0, '127.0.0.1', resolve));
  const address = foreign.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  origin = `http://127.0.0.1:${address.port}`;
  other = createServer((request, response) => {
    stray.push(request.url ?? '');
    response.end();
  });
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const second = other.address();
  if (second === null || typeof second === 'string') throw new Error('no port');
  closed = `http://127.0.0.1:${second.port}`;
  probeCode = await buildProbe();
});

test.afterAll(() => {
  foreign.closeAllConnections();
  foreign.close();
  other.close();
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

/** What a thread met: how many of the addresses its policy is known to have forbidden, and which answered. */
interface Tried {
  readonly blocked: number;
  readonly reached: readonly string[];
}

/** Runs in a page or in one of its workers. */
async function tryAll(addresses: readonly string[]): Promise<Tried> {
  const blocked = new Set<string>();
  const reached: string[] = [];
  const note = (event: SecurityPolicyViolationEvent): void => {
    if (event.effectiveDirective === 'connect-src') blocked.add(event.blockedURI);
  };
  self.addEventListener('securitypolicyviolation', note);
  // Where a library's `fetch` is the network door, which refuses first, the older way meets the policy.
  const ask = (address: string): Promise<boolean> =>
    new Promise((resolve) => {
      const request = new XMLHttpRequest();
      request.onload = () => resolve(true);
      request.onerror = () => resolve(false);
      request.open('GET', address);
      request.send();
    });
  for (const address of addresses) {
    const isFetched = await fetch(address, { mode: 'no-cors' }).then(
      () => true,
      () => false,
    );
    const isAnswered = await ask(address);
    if (isFetched || isAnswered) reached.push(address);
  }
  // Reports come just after the refusals.
  await new Promise((resolve) => setTimeout(resolve, 300));
  self.removeEventListener('securitypolicyviolation', note);
  return { blocked: blocked.size, reached };
}

/** Runs in a worker: the same from a worker that it starts itself, as engines of models do. */
async function tryNested({
  addresses,
  source,
}: {
  readonly addresses: readonly string[];
  readonly source: string;
}): Promise<Tried> {
  const code = `const tryAll = ${source}; onmessage = async ({ data }) => postMessage(await tryAll(data));`;
  // eslint-disable-next-line no-restricted-syntax -- a worker within a worker is what is tried
  const worker = new Worker(URL.createObjectURL(new Blob([code])));
  const tried = await new Promise<Tried>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<Tried>) => resolve(data);
    worker.onerror = () => reject(new Error('The worker within the worker did not start.'));
    worker.postMessage(addresses);
  });
  worker.terminate();
  return tried;
}

const ASSETS = fileURLToPath(new URL('../../dist/assets', import.meta.url));

/** The files of the built page that start a worker: one for each worker there is. */
const STARTERS = readdirSync(ASSETS).filter(
  (name) =>
    name.endsWith('.js') && readFileSync(join(ASSETS, name), 'utf8').includes('new Worker('),
);

/**
 * Starts every worker of the product as the page does: those of traces and of models by themselves, those
 * of the engines, which wait for a model that is loaded, by the module that starts them.
 */
async function startEvery(page: Page): Promise<readonly Worker[]> {
  await page.getByRole('main').waitFor();
  const cell = page.getByRole('region', { name: 'Models', exact: true });
  if ((await cell.count()) === 0) await page.getByRole('button', { name: '+ Models' }).click();
  const engines = STARTERS.filter((name) => /^start-w/.test(name)).map((name) => `assets/${name}`);
  await page.evaluate(async (addresses) => {
    for (const address of addresses) {
      const started: unknown = await import(new URL(address, document.baseURI).href);
      if (typeof started !== 'object' || started === null) continue;
      const parts: readonly unknown[] = Object.values(started);
      for (const start of parts) {
        if (typeof start !== 'function') continue;
        const port: unknown = Reflect.apply(start, undefined, []);
        await Promise.resolve(port).catch(() => undefined);
      }
    }
  }, engines);
  await expect.poll(() => page.workers().length).toBe(STARTERS.length);
  return page.workers();
}

/** Tries from the page and from each worker of the product; and, apart, from a worker that each starts. */
async function tryEverywhere(page: Page, addresses: readonly string[]) {
  const workers = await startEvery(page);
  const source = tryAll.toString();
  return {
    threads: await Promise.all([
      page.evaluate(tryAll, addresses),
      ...workers.map((worker) => worker.evaluate(tryAll, addresses)),
    ]),
    // Told of no violation: what they must not reach is counted where it would arrive.
    nested: await Promise.all(
      workers.map(async (worker) => {
        const { reached } = await worker.evaluate(tryNested, { addresses, source });
        return reached;
      }),
    ),
  };
}

/** In each of them the same: so many threads, and one within each worker. */
const everywhere = (blocked: number, reached: readonly string[]) => ({
  threads: [undefined, ...STARTERS].map(() => ({ blocked, reached })),
  nested: STARTERS.map(() => reached),
});

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
  expect(STARTERS).toHaveLength(4);
  expect(new Set(ELSEWHERE).size).toBe(20);
  for (const load of ['first', 'second', 'third']) {
    if (load !== 'first') await page.reload();
    expect(await tryEverywhere(page, ELSEWHERE), load).toEqual(everywhere(20, []));
  }
  expect(sent).toEqual([]);
  // A host that answers, and that no request may get to, whoever sends it.
  const before = requests.length;
  await page.reload();
  const alive = await tryEverywhere(page, [`${origin}/alive`]);
  expect(alive).toEqual(everywhere(1, []));
  expect(requests.slice(before)).toEqual([]);
  const schemes = page.workers().map((worker) => worker.url().split(':')[0]);
  expect(new Set(schemes)).toEqual(new Set(['blob']));
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
    const tried = await tryEverywhere(page, [...ELSEWHERE, address, `${closed}/never`]);
    expect(tried).toEqual(everywhere(21, [address]));
    expect(stray).toEqual([]);
  }
});

/** Runs in a page or a worker: sends something in every way but `fetch` that a thread of its kind has. */
async function tryOtherWays(host: string): Promise<readonly string[]> {
  const tried: string[] = [];
  const refused: unknown[] = [];
  const attempt = async (name: string, send: () => unknown): Promise<void> => {
    tried.push(name);
    try {
      await send();
    } catch (error) {
      // At once, or when the policy looks at it: what counts is what arrives at the host.
      refused.push(error);
    }
  };
  await attempt('web socket', () => new WebSocket(`${host.replace('http', 'ws')}/socket`));
  await attempt('event source', () => new EventSource(`${host}/events`));
  await attempt('request', () => {
    const request = new XMLHttpRequest();
    request.open('POST', `${host}/xhr`);
    request.send('secret');
  });
  await attempt('module', () => import(`${host}/module.js`));
  // eslint-disable-next-line no-restricted-syntax -- a worker from elsewhere is what is tried
  await attempt('worker', () => new Worker(`${host}/worker.js`));
  if ('importScripts' in self)
    await attempt('imported script', () => {
      const load: unknown = Reflect.get(self, 'importScripts');
      if (typeof load === 'function') Reflect.apply(load, self, [`${host}/script.js`]);
    });
  if ('document' in self) {
    await attempt('beacon', () => navigator.sendBeacon(`${host}/beacon`, 'secret'));
    await attempt('image', () => {
      new Image().src = `${host}/image.png`;
    });
    const add = (tag: string, fields: Readonly<Record<string, string>>): void => {
      const element = document.createElement(tag);
      for (const [name, value] of Object.entries(fields)) element.setAttribute(name, value);
      document.body.append(element);
    };
    await attempt('script', () => add('script', { src: `${host}/script.js` }));
    await attempt('style', () => add('link', { rel: 'stylesheet', href: `${host}/style.css` }));
    await attempt('prefetch', () => add('link', { rel: 'prefetch', href: `${host}/prefetch` }));
    await attempt('frame', () => add('iframe', { src: `${host}/frame` }));
    await attempt('plug-in', () => add('object', { data: `${host}/object` }));
    await attempt('video', () => add('video', { src: `${host}/video.mp4` }));
    await attempt('background', () =>
      add('div', { style: `height: 9px; background: url(${host}/background.png)` }),
    );
    await attempt('ping', () => {
      const link = document.createElement('a');
      link.href = '#';
      link.setAttribute('ping', `${host}/ping`);
      document.body.append(link);
      link.click();
    });
    await attempt('form', () => {
      const form = document.createElement('form');
      form.action = `${host}/form`;
      form.method = 'post';
      document.body.append(form);
      form.submit();
    });
  }
  await new Promise((resolve) => setTimeout(resolve, 500));
  return tried;
}

test('no other way of sending reaches a host that was not allowed, from any thread', async ({
  page,
}) => {
  test.skip(process.env['LONG'] === undefined, 'run by npm run e2e:long');
  await page.goto('./');
  const workers = await startEvery(page);
  const before = requests.length;
  for (const worker of workers) expect(await worker.evaluate(tryOtherWays, origin)).toHaveLength(6);
  expect(await page.evaluate(tryOtherWays, origin)).toHaveLength(16);
  expect(requests.slice(before)).toEqual([]);
});
