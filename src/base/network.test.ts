import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { request } from './network';

let server: Server;
let origin = '';
const seen: { path: string; headers: object }[] = [];

beforeAll(async () => {
  server = createServer((incoming, outgoing) => {
    const path = incoming.url ?? '';
    seen.push({ path, headers: incoming.headers });
    if (path === '/slow') return;
    if (path === '/redirect') outgoing.writeHead(302, { location: 'https://example.com/' });
    else if (path === '/circle') outgoing.writeHead(307, { location: '/circle' });
    else if (path.startsWith('/to?')) outgoing.writeHead(302, { location: path.slice(4) });
    else if (path === '/missing') outgoing.writeHead(404);
    outgoing.end('hello');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  origin = `http://127.0.0.1:${address.port}`;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** What a request ends in: its status, or the kind of its problem. */
async function outcome(path: string, options: { signal?: AbortSignal; timeoutMs?: number } = {}) {
  const result = await request(origin + path, {
    allowedOrigins: [origin],
    timeoutMs: 5_000,
    ...options,
  });
  return result.ok ? result.value.status : result.problem.kind;
}

it('lets a request to an allowed origin through', async () => {
  expect(await outcome('/')).toBe(200);
});

it('sends neither cookies nor a referrer', async () => {
  await outcome('/headers');
  const headers = seen.find(({ path }) => path === '/headers')?.headers;
  expect(headers).not.toHaveProperty('cookie');
  expect(headers).not.toHaveProperty('referer');
});

it('hands on an answer with an error status', async () => {
  expect(await outcome('/missing')).toBe(404);
});

it('does not follow a redirect', async () => {
  expect(await outcome('/redirect')).toBe('network-failed');
});

it('gives up after the time limit', async () => {
  expect(await outcome('/slow', { timeoutMs: 50 })).toBe('network-timeout');
});

it('stops when asked to', async () => {
  expect(await outcome('/slow', { signal: AbortSignal.timeout(50) })).toBe('network-failed');
});

it.each(['/foreign', 'data:text/plain,hello', 'blob:nothing', 'not an address', '//example.com'])(
  'sends nothing to %s unless it is allowed',
  async (path) => {
    const address = path.startsWith('/f') ? origin + path : path;
    const result = await request(address, { allowedOrigins: ['null'], timeoutMs: 5_000 });
    expect(result).toMatchObject({ ok: false, problem: { kind: 'origin-not-allowed' } });
    expect(seen.map((entry) => entry.path)).not.toContain(path);
  },
);

it('follows a redirect to an allowed origin when asked to, and tells the other origin no secret', async () => {
  const other = createServer((incoming, outgoing) => {
    seen.push({ path: `other ${incoming.url ?? ''}`, headers: incoming.headers });
    outgoing.end('there');
  });
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const address = other.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const target = `http://127.0.0.1:${address.port}`;
  const options = {
    timeoutMs: 5_000,
    followAllowed: true,
    headers: { Authorization: 'Bearer secret', Range: 'bytes=3-' },
  };
  const path = `${origin}/to?${target}/end`;
  const refused = await request(path, { ...options, allowedOrigins: [origin] });
  expect(refused).toMatchObject({ ok: false, problem: { detail: target } });
  const followed = await request(path, { ...options, allowedOrigins: [origin, target] });
  expect(followed.ok && (await followed.value.text())).toBe('there');
  const arrived = seen.filter((entry) => entry.path === 'other /end');
  expect(arrived.map((entry) => entry.headers)).toEqual([
    expect.objectContaining({ range: 'bytes=3-' }),
  ]);
  expect(arrived[0]?.headers).not.toHaveProperty('authorization');
  const circle = await request(`${origin}/circle`, { ...options, allowedOrigins: [origin] });
  expect(circle).toMatchObject({ ok: false, problem: { kind: 'network-failed' } });
  other.closeAllConnections();
  other.close();
});
