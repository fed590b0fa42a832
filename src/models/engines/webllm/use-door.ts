import { request } from '../../../base/network';
import type { WebLlmLoad } from './webllm-port';

/** Longest wait for the head of a file, in milliseconds. */
const PATIENCE_MS = 60_000;

/**
 * From here on everything in this worker that fetches goes through the network door: `fetch`, and
 * `Cache.add`, with which WebLLM downloads its files.
 * @param current which origins may be reached and what stops a request, asked for each
 */
export function useDoor(current: () => Pick<WebLlmLoad, 'allowedOrigins' | 'signal'>): void {
  const door = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const url = typeof input === 'string' ? input : input instanceof URL ? input.href : input.url;
    const { allowedOrigins, signal } = current();
    const own = init?.signal ?? (input instanceof Request ? input.signal : undefined);
    const answer = await request(url, {
      allowedOrigins,
      timeoutMs: PATIENCE_MS,
      signal: own ? AbortSignal.any([signal, own]) : signal,
      followAllowed: true,
    });
    if (answer.ok) return answer.value;
    throw new Error(`${answer.problem.title} ${answer.problem.detail}`);
  };
  const outside = globalThis.fetch;
  Object.defineProperty(globalThis, 'fetch', {
    // The door itself uses what was there before.
    value: (input: RequestInfo | URL, init?: RequestInit) =>
      isOfDoor(init) ? outside(input, init) : door(input, init),
  });
  if (!('Cache' in globalThis)) return;
  Object.defineProperty(Cache.prototype, 'add', {
    value: async function add(this: Cache, input: RequestInfo | URL): Promise<void> {
      const response = await door(input);
      if (!response.ok) throw new Error(`${response.url} answered with status: ${response.status}`);
      await this.put(input, response);
    },
  });
}

/** The door says so by what it forbids in each of its own requests. */
const isOfDoor = (init: RequestInit | undefined): boolean =>
  init?.referrerPolicy === 'no-referrer' && init.credentials === 'omit';
