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
  /**
   * Follows redirects, each only to an origin that may be reached; without it a redirect fails. In
   * a browser, which shows no redirect to a script, the page's policy refuses the others.
   */
  readonly followAllowed?: boolean;
}

/** A chain of redirects longer than this leads nowhere; browsers give up at 20. */
const MOST_REDIRECTS = 8;
const REDIRECTS = [301, 302, 303, 307, 308];

/**
 * The one way out of the application. Sends a request to this site or to an origin the user
 * allowed; never with cookies, never with a referrer, and never to another origin than these after a
 * redirect.
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
    const signal = AbortSignal.any(signals);
    if (options.followAllowed !== true) return ok(await send(url, options, signal, 'error'));
    return await follow(url, options, signal);
  } catch (cause) {
    return err(toProblem(url, options, stop.signal.aborted, cause));
  } finally {
    clearTimeout(timer);
  }
}

/** How long `isReachable` waits for a sign of life. */
const SIGN_OF_LIFE_MS = 5_000;

/**
 * Whether anybody answers at an address, without reading what: tells a server that forbids this page to
 * read its answers from one that is not there. Nothing is sent but the bare request.
 */
export async function isReachable(
  address: string,
  allowedOrigins: readonly string[],
): Promise<boolean> {
  const url = toUrl(address);
  if (!url || !mayReach(url, allowedOrigins)) return false;
  try {
    await fetch(url, {
      mode: 'no-cors',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(SIGN_OF_LIFE_MS),
    });
    return true;
  } catch {
    // Refused, unknown or too late: nobody is there, which is the answer.
    return false;
  }
}

/** Goes from redirect to redirect as far as origins are allowed. */
async function follow(
  first: URL,
  options: RequestOptions,
  signal: AbortSignal,
): Promise<Result<Response>> {
  let url = first;
  for (let hop = 0; hop <= MOST_REDIRECTS; hop++) {
    const sent = url.origin === first.origin ? options : withoutSecrets(options);
    const response = await send(url, sent, signal, 'manual');
    if (response.type === 'opaqueredirect') return await followUnseen(url, sent, signal);
    const target = response.headers.get('location');
    if (!REDIRECTS.includes(response.status) || target === null) return ok(response);
    await response.body?.cancel();
    if (!URL.canParse(target, url)) break;
    url = new URL(target, url);
    if (!mayReach(url, options.allowedOrigins))
      return err(problem('origin-not-allowed', url.origin));
  }
  return err(problem('network-failed', `${first.origin}: too many redirects.`));
}

/** Lets the browser follow; its policy knows the same origins, and where it ended is checked again. */
async function followUnseen(
  url: URL,
  options: RequestOptions,
  signal: AbortSignal,
): Promise<Result<Response>> {
  const response = await send(url, options, signal, 'follow');
  const end = toUrl(response.url);
  if (end && mayReach(end, options.allowedOrigins)) return ok(response);
  await response.body?.cancel();
  return err(problem('origin-not-allowed', end?.origin ?? response.url));
}

/** What may be told to another origin than the one that was asked: which part is wanted. */
function withoutSecrets(options: RequestOptions): RequestOptions {
  const { body: _body, headers = {}, ...rest } = options;
  const kept = Object.entries(headers).filter(([name]) => /^(?:range|accept)$/i.test(name));
  return { ...rest, method: 'GET', headers: Object.fromEntries(kept) };
}

function send(
  url: URL,
  options: RequestOptions,
  signal: AbortSignal,
  redirect: RequestRedirect,
): Promise<Response> {
  return fetch(url, {
    method: options.method ?? 'GET',
    ...(options.headers ? { headers: options.headers } : {}),
    ...(options.body === undefined ? {} : { body: options.body }),
    signal,
    mode: 'cors',
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    redirect,
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
