import { problem } from './problem';
import { err, ok, type Result } from './result';

const STORAGE_KEY = 'memtrace.allowed-origins';

// Only what can stand in a policy without quoting: `;`, `,`, `*` and quotes are legal in a URL's
// host.
const HOST = /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/;
// Plain http leaves the machine unprotected, so it is allowed to the machine itself only.
const LOCAL_HOSTS = ['localhost', '127.0.0.1'];

/** The part of `Storage` that is needed here. */
export interface OriginStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

/**
 * The origin (`https://host[:port]`) of an address the user typed, or undefined when it may not be
 * allowed: anything but https, except http to this machine, and hosts that a policy would read as
 * more than one.
 */
export function toOrigin(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  if (!HOST.test(url.hostname)) return undefined;
  const isLocal = url.protocol === 'http:' && LOCAL_HOSTS.includes(url.hostname);
  return url.protocol === 'https:' || isLocal ? url.origin : undefined;
}

/** The origins the user allowed. Unreadable or altered entries are left out: they open nothing. */
export function readAllowedOrigins(storage: OriginStorage): readonly string[] {
  const entries = parseList(storage.getItem(STORAGE_KEY));
  const origins = entries.filter(
    (entry): entry is string => typeof entry === 'string' && toOrigin(entry) === entry,
  );
  return [...new Set(origins)];
}

/**
 * Stores one more allowed origin. A page's policy can only be narrowed, so the caller reloads
 * afterwards.
 */
export function allowOrigin(storage: OriginStorage, address: string): Result<string> {
  const origin = toOrigin(address);
  if (origin === undefined) {
    const detail = `"${address}" is neither https nor http on this machine (localhost, 127.0.0.1).`;
    return err(problem('origin-not-allowed', detail));
  }
  write(storage, [...readAllowedOrigins(storage), origin]);
  return ok(origin);
}

/**
 * Takes an origin back. The caller reloads afterwards, so that the page's policy forgets it too.
 */
export function disallowOrigin(storage: OriginStorage, origin: string): void {
  write(
    storage,
    readAllowedOrigins(storage).filter((entry) => entry !== origin),
  );
}

/**
 * No more than the policy in index.html lets through anyhow. Without it Chromium 156 prefetched from any host:
 * a prefetch may go wherever one directive of a policy would let something through.
 */
const REST = "default-src 'self' data: blob: 'unsafe-inline' 'wasm-unsafe-eval';";

/** The policy that narrows the page to itself and the allowed origins. */
export function connectPolicy(origins: readonly string[]): string {
  return [REST, "connect-src 'self' blob:", ...origins].join(' ');
}

function write(storage: OriginStorage, origins: readonly string[]): void {
  storage.setItem(STORAGE_KEY, JSON.stringify([...new Set(origins)]));
}

function parseList(text: string | null): readonly unknown[] {
  if (text === null) return [];
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : [];
  } catch {
    // Someone else wrote here: nothing is allowed until the user allows it again.
    return [];
  }
}
