import { err, ok, type Result } from '../../base/result';
import type { EngineFailure } from '../engines/engine';
import { pauseAfter } from './backoff';
import type { Clock } from './clock';
import type { Pool } from './pool';

/** Tries of one call, the first included. */
export const MOST_TRIES = 6;

/** A wait that an endpoint names is kept, up to this; longer ones are quotas and end the lane. */
const LONGEST_NAMED_MS = 15 * 60_000;

/**
 * Runs one call on the lanes of a pool until it is answered: again after a growing pause where that
 * may help, on another lane where this one is of no more use, and at most `MOST_TRIES` times.
 * @param attempt asks once; its own budget is asked before every request
 * @param aborted what stands for the answer when nothing was said before the abort
 */
export async function schedule<T>(
  pool: Pool,
  clock: Clock,
  signal: AbortSignal,
  aborted: T,
  attempt: (laneId: string, tries: number) => Promise<Result<T, EngineFailure>>,
): Promise<Result<T>> {
  for (let tries = 1; ; tries++) {
    const taken = await pool.acquire(signal);
    if (taken === 'aborted') return ok(aborted);
    if (!taken.ok) return taken;
    const lane = taken.value;
    // A lane that throws is given back too: the fault is the engine's, not that of calls that wait.
    const answer = await attempt(lane.id, tries).catch((error: unknown) => {
      pool.release(lane);
      throw error;
    });
    if (answer.ok) {
      lane.answered();
      pool.release(lane);
      return answer;
    }
    const { problem, retry } = answer.problem;
    const isLast = tries >= MOST_TRIES;
    const pause = pauseAfter(tries, clock);
    if (retry.kind === 'slow-down')
      lane.slowDown(Math.min(LONGEST_NAMED_MS, retry.afterMs ?? pause), clock.now());
    if (retry.kind === 'elsewhere') lane.down = problem;
    pool.release(lane);
    if (retry.kind === 'never' || (isLast && retry.kind !== 'elsewhere')) return err(problem);
    if (retry.kind === 'elsewhere') tries--;
    if (retry.kind === 'later' && !(await pauseFor(pause, clock, signal))) return ok(aborted);
  }
}

/** Whether the pause was spent; an abort ends it early. */
async function pauseFor(ms: number, clock: Clock, signal: AbortSignal): Promise<boolean> {
  const rest = clock.wait(ms);
  let onAbort: () => void = () => undefined;
  const stopped = new Promise<boolean>((resolve) => (onAbort = () => resolve(false)));
  signal.addEventListener('abort', onAbort, { once: true });
  const spent = await Promise.race([rest.done.then(() => true), stopped]);
  signal.removeEventListener('abort', onAbort);
  rest.cancel();
  return spent && !signal.aborted;
}
