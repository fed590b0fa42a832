import { problem, type Problem } from './problem';
import { err, ok, type Result } from './result';

export interface RequestOptions {
  /** The origins the user allowed (`readAllowedOrigins`), handed to workers by the page. */
  readonly allowedOrigins: readonly string[];
  /** Time until the whole answer's head is there; the body is bound by `signal` alone. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
  readonly method?: 'GET' | 'HEAD' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/**
 * The one way out of the application. Sends a request to this site or to an origin the user
 * allowed; never with cookies, never with a referrer, and never after a redirect, which could lead
 * to an origin that is not allowed.
 *
 * An answer with an error status is an answer: check `response.ok`. Reading the body can still
 * fail, and ends when `signal` is aborted.
 * @param address absolute, or relative to the page
 */
export async function request(address: string, options: RequestOptions): Promise<Result<Response>> {
  const url = toUrl(address);
  if (!url || !mayReach(url, options.allowedOrigins)) {
    return err(problem('origin-not-allowed', url ? url.origin : address));
  }
  const stop = new AbortController();
  const timer = setTimeout(() => {
    stop.abort();
  }, options.timeoutMs);
  const signals = options.signal ? [stop.signal, options.signal] : [stop.signal];
  try {
    return ok(await send(url, options, AbortSignal.any(signals)));
  } catch (cause) {
    return err(toProblem(url, options, stop.signal.aborted, cause));
  } finally {
    clearTimeout(timer);
  }
}

function send(url: URL, options: RequestOptions, signal: AbortSignal): Promise<Response> {
  return fetch(url, {
    method: options.method ?? 'GET',
    ...(options.headers ? { headers: options.headers } : {}),
    ...(options.body === undefined ? {} : { body: options.body }),
    signal,
    mode: 'cors',
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    redirect: 'error',
  });
}

function toUrl(address: string): URL | undefined {
  const base = ownAddress();
  if (!URL.canParse(address, base)) return undefined;
  const url = new URL(address, base);
  return url.protocol === 'https:' || url.protocol === 'http:' ? url : undefined;
}

/** A blob worker's own address has no path to resolve against, so its origin stands in. */
function ownAddress(): string | undefined {
  if (!('location' in globalThis)) return undefined;
  const { href, origin } = globalThis.location;
  return href.startsWith('blob:') ? origin : href;
}

/** This site's origin; undefined in Node, where everything must be allowed by name. */
function ownOrigin(): string | undefined {
  return 'location' in globalThis ? globalThis.location.origin : undefined;
}

function mayReach(url: URL, allowedOrigins: readonly string[]): boolean {
  return url.origin === ownOrigin() || allowedOrigins.includes(url.origin);
}

function toProblem(
  url: URL,
  options: RequestOptions,
  hasTimedOut: boolean,
  cause: unknown,
): Problem {
  if (options.signal?.aborted)
    return problem('network-failed', `${url.origin}: stopped on request.`);
  if (hasTimedOut) {
    return problem('network-timeout', `${url.origin}: no answer within ${options.timeoutMs} ms.`);
  }
  const reason = cause instanceof Error ? cause.message : String(cause);
  return problem('network-failed', `${url.origin}: ${reason}`);
}
