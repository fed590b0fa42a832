import { problem, type Problem } from '../../../base/problem';
import { request, type RequestOptions } from '../../../base/network';

/**
 * All that leaves the page besides the body: who pays, what the body is, and what Anthropic asks
 * of a browser. Everything a library adds (its name, its version) stays here, because endpoints
 * that allow few headers refuse the whole request for one more.
 */
const SENT = new Set([
  'authorization',
  'x-api-key',
  'x-goog-api-key',
  'anthropic-version',
  'anthropic-dangerous-direct-browser-access',
  'content-type',
]);

/** Most of an answer that is read to say what went wrong. */
const MOST_SHOWN = 300;

/** Why a request ended without an answer of a model; kept outside the library that made it. */
export interface DoorNote {
  failure: Problem | undefined;
}

/**
 * `fetch` for the provider libraries, through the one network door. A request that fails, or that
 * something else than a model answers, is noted in `note` and thrown.
 */
export function doorFetch(
  options: Pick<RequestOptions, 'allowedOrigins' | 'timeoutMs'>,
  note: DoorNote,
): typeof fetch {
  return async (input, init) => {
    const address =
      typeof input === 'string' ? input : input instanceof URL ? input.href : input.url;
    const answer = await request(address, {
      ...options,
      method: 'POST',
      headers: necessary(init?.headers),
      body: bodyOf(init),
      ...(init?.signal ? { signal: init.signal } : {}),
    });
    if (!answer.ok) return fail(note, answer.problem);
    const response = answer.value;
    const type = response.headers.get('content-type') ?? '';
    const isStream = address.includes('alt=sse') || /"stream":\s*true/.test(bodyOf(init));
    if (/\bhtml\b/.test(type) || (response.ok && isStream && /\bjson\b/.test(type))) {
      const shown = (await response.text()).replace(/<[^>]*>|\s+/g, ' ').slice(0, MOST_SHOWN);
      const { origin } = new URL(address);
      const detail = `${origin} answered with ${type} (status ${response.status}): ${shown.trim()}`;
      return fail(
        note,
        problem(response.status >= 500 ? 'model-server-error' : 'model-not-json', detail),
      );
    }
    return response;
  };
}

const bodyOf = (init: RequestInit | undefined): string =>
  typeof init?.body === 'string' ? init.body : '';

function fail(note: DoorNote, failure: Problem): never {
  note.failure = failure;
  throw new Error(failure.title);
}

function necessary(headers: HeadersInit | undefined): Readonly<Record<string, string>> {
  const all = [...new Headers(headers).entries()];
  return Object.fromEntries(all.filter(([name]) => SENT.has(name)));
}
