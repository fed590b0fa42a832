import { expect, it } from 'vitest';
import {
  allowOrigin,
  connectPolicy,
  disallowOrigin,
  readAllowedOrigins,
  toOrigin,
} from './allowed-origins';

function storageWith(text?: string) {
  const items = new Map<string, string>();
  if (text !== undefined) items.set('memtrace.allowed-origins', text);
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => {
      items.set(key, value);
    },
  };
}

it.each([
  ['https://api.example.com/v1/chat', 'https://api.example.com'],
  ['https://API.Example.com:8443', 'https://api.example.com:8443'],
  ['http://localhost:11434/api', 'http://localhost:11434'],
  ['http://127.0.0.1:8000', 'http://127.0.0.1:8000'],
])('reads the origin of %s', (address, origin) => {
  expect(toOrigin(address)).toBe(origin);
});

it.each([
  'http://example.com',
  'ws://localhost:1',
  'data:text/plain,a',
  'https://*',
  'https://*.example.com',
  'https://a;script-src',
  'https://a,b',
  "https://'self'",
  'https://[::1]',
  'example.com',
  '',
])('refuses %j', (address) => {
  expect(toOrigin(address)).toBeUndefined();
});

it('keeps what the user allowed, once', () => {
  const storage = storageWith();
  allowOrigin(storage, 'https://a.example/x');
  allowOrigin(storage, 'https://a.example/y');
  allowOrigin(storage, 'https://b.example');
  disallowOrigin(storage, 'https://b.example');
  expect(readAllowedOrigins(storage)).toEqual(['https://a.example']);
});

it('says why an address is not allowed, and keeps nothing', () => {
  const storage = storageWith();
  expect(allowOrigin(storage, 'http://example.com')).toMatchObject({
    ok: false,
    problem: { kind: 'origin-not-allowed' },
  });
  expect(readAllowedOrigins(storage)).toEqual([]);
});

it.each(['', 'no json', '{}', 'null', '[1, null, "https://x.example/path", "https://a;b"]'])(
  'opens nothing for an altered entry %j',
  (text) => {
    expect(readAllowedOrigins(storageWith(text))).toEqual([]);
  },
);

it('narrows connections to the site and the allowed origins', () => {
  const connections = (origins: readonly string[]): string | undefined =>
    connectPolicy(origins).split('; ').at(-1);
  expect(connections([])).toBe("connect-src 'self' blob:");
  expect(connections(['https://a.example'])).toBe("connect-src 'self' blob: https://a.example");
});

it('names no other host in any directive', () => {
  expect(connectPolicy([])).toMatch(/^default-src 'self' /);
  expect(connectPolicy([])).not.toMatch(/https?:|\*/);
});
