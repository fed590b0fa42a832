import { problem, type Problem } from '../../../base/problem';
import type { ProblemKind } from '../../../base/problems';
import { shorten } from '../../../base/text/shorten';
import type { EngineFailure, Retry } from '../engine';
import { isQuotaSpent, waitNamed } from './wait-named';

/** Most of what an endpoint says that is shown. */
const MOST_SHOWN = 400;

const NEVER: Retry = { kind: 'never' };
const LATER: Retry = { kind: 'later' };
const ELSEWHERE: Retry = { kind: 'elsewhere' };

/** An answer with an error status, as the provider libraries hand it on. */
export interface ErrorAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What an endpoint's error status means, and what may be done about it. */
export function failureOfStatus(where: string, answer: ErrorAnswer, now: number): EngineFailure {
  const { status, headers, body } = answer;
  const said = saidIn(body);
  const make = (kind: ProblemKind, retry: Retry): EngineFailure => ({
    problem: problem(kind, `${where}: status ${status}${said === '' ? '.' : `, “${said}”`}`),
    retry,
  });
  if (status === 401 || isBadKey(status, body)) return make('model-bad-key', ELSEWHERE);
  if (status === 402) return make('model-quota', ELSEWHERE);
  if (status === 403) return make('model-forbidden', ELSEWHERE);
  if (status === 404) return make('model-unknown', NEVER);
  if (status === 413 || isTooLong(status, body)) return make('model-too-long', NEVER);
  if (status === 429) {
    const afterMs = waitNamed(headers, body, now);
    return isQuotaSpent(body, afterMs)
      ? make('model-quota', ELSEWHERE)
      : make('model-rate-limited', { kind: 'slow-down', afterMs });
  }
  if (status === 408) return make('model-slow', LATER);
  // 529 is Anthropic's “overloaded”; both ask for fewer calls.
  if (status === 503 || status === 529)
    return make('model-server-error', {
      kind: 'slow-down',
      afterMs: waitNamed(headers, body, now),
    });
  if (status >= 500) return make('model-server-error', LATER);
  // Ollama answers 400 and llama.cpp 500 for a model they do not have.
  if (/model\b.{0,80}\b(?:not found|does not exist|unknown)/i.test(body))
    return make('model-unknown', NEVER);
  return make('model-request-refused', NEVER);
}

/** Gemini answers 400 to a wrong key. */
const isBadKey = (status: number, body: string): boolean =>
  status === 400 && /API_KEY_INVALID|api key not valid|invalid api key/i.test(body);

const isTooLong = (status: number, body: string): boolean =>
  status === 400 &&
  /context[_ ](?:length|window|size)|maximum context|too many tokens|prompt is too long|exceeds? the (?:maximum|available) (?:number of tokens|context)/i.test(
    body,
  );

/** The endpoint's own words: the message in its JSON, else the start of its text. */
export function saidIn(body: string): string {
  const message = /"message"\s*:\s*"((?:[^"\\]|\\.)*)"/.exec(body)?.[1];
  const text =
    message === undefined ? body : message.replace(/\\n/g, ' ').replace(/\\(["\\/])/g, '$1');
  return shorten(text.replace(/\s+/g, ' ').trim(), MOST_SHOWN);
}

/** What may be done after a failure of the network door. */
export function failureOfDoor(found: Problem): EngineFailure {
  if (found.kind === 'network-timeout')
    return { problem: problem('model-slow', found.detail), retry: LATER };
  const passes = found.kind === 'network-failed' || found.kind === 'model-server-error';
  return { problem: found, retry: passes ? LATER : NEVER };
}

export const cutFailure = (where: string, characters: number): EngineFailure => ({
  problem: problem('model-cut', `${where}: after ${characters} characters.`),
  retry: LATER,
});

export const slowFailure = (where: string, patienceMs: number): EngineFailure => ({
  problem: problem('model-slow', `${where}: nothing for ${Math.round(patienceMs / 1000)} s.`),
  retry: LATER,
});
