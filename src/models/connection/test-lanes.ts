import { isReachable } from '../../base/network';
import { problem, type Problem } from '../../base/problem';
import { err, ok, type Result } from '../../base/result';
import type { EngineFailure } from '../engines/engine';
import { RemoteEngine } from '../engines/remote/remote-engine';
import type { Lane, RemoteSetting } from '../settings/model-setting';
import { allowingLine } from './allowing-line';

/** Longest silence that a test bears, in milliseconds, where the model's own limit is longer. */
const PATIENCE_MS = 20_000;
const MAY = (): Promise<Result<void, EngineFailure>> => Promise.resolve(ok(undefined));

export interface TestParts {
  readonly allowedOrigins: readonly string[];
  readonly pageOrigin: string;
  readonly keyOf: (lane: string) => string | undefined;
}

/** How the test of one lane ended. */
export interface LaneTest {
  readonly milliseconds: number;
  readonly said: string;
  readonly problem: Problem | undefined;
  readonly line: string | undefined;
}

/** Asks every lane of a model for one word, once and without retries, and says what is wrong with it. */
export const testLanes = (setting: RemoteSetting, parts: TestParts): Promise<readonly LaneTest[]> =>
  Promise.all(setting.lanes.map((lane) => testLane(setting, lane, parts)));

async function testLane(setting: RemoteSetting, lane: Lane, parts: TestParts): Promise<LaneTest> {
  const began = performance.now();
  const answer = await askLane(setting, lane, parts);
  const milliseconds = performance.now() - began;
  if (answer.ok) return { milliseconds, said: answer.value, problem: undefined, line: undefined };
  const found = await diagnose(answer.problem, lane, parts);
  const line =
    found.kind === 'model-cors' || found.kind === 'model-unreachable'
      ? allowingLine(lane.baseUrl, parts.pageOrigin)
      : undefined;
  return { milliseconds, said: '', problem: found, line };
}

async function askLane(
  setting: RemoteSetting,
  lane: Lane,
  { allowedOrigins, keyOf }: TestParts,
): Promise<Result<string>> {
  if (!URL.canParse(lane.baseUrl)) return err(problem('model-setting-unreadable', lane.baseUrl));
  const key = keyOf(lane.id);
  if (setting.needsKey && key === undefined) return err(problem('model-no-key', setting.label));
  const engine = new RemoteEngine({
    provider: setting.provider,
    model: setting.model,
    baseUrl: lane.baseUrl,
    key,
    allowedOrigins,
    patienceMs: Math.min(PATIENCE_MS, setting.patienceMs),
    quirks: new Set(),
    mayAsk: MAY,
    now: () => Date.now(),
  });
  const { signal } = new AbortController();
  if (setting.use === 'embedding') {
    const answer = await engine.embed(['ready'], signal);
    if (!answer.ok) return err(answer.problem.problem);
    return ok(`${answer.value.vectors[0]?.length ?? 0} numbers`);
  }
  const answer = await engine.chat(
    { messages: [{ role: 'user', text: 'Answer with the one word: ready' }], maxOutputTokens: 16 },
    { signal, onText: () => undefined },
  );
  return answer.ok ? ok(answer.value.text.trim()) : err(answer.problem.problem);
}

/**
 * A browser says of a refused connection, of a missing CORS header and of no network the same. Asking
 * once more without reading the answer tells whether somebody is there.
 */
async function diagnose(found: Problem, lane: Lane, parts: TestParts): Promise<Problem> {
  if (found.kind !== 'network-failed') return found;
  const { origin, host } = new URL(lane.baseUrl);
  if ('onLine' in navigator && !navigator.onLine) return problem('model-offline', host);
  const isThere = await isReachable(`${origin}/`, parts.allowedOrigins);
  return problem(isThere ? 'model-cors' : 'model-unreachable', host);
}
