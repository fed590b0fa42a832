import type { Problem } from '../../base/problem';
import { err, ok, type Result } from '../../base/result';
import type { Clock } from './clock';
import { LaneState } from './lane-state';

/** How the lanes of a model do, for the people who watch. */
export interface LaneReport {
  readonly id: string;
  readonly active: number;
  readonly room: number;
  /** Milliseconds until the lane takes calls again; 0 when it does. */
  readonly restMs: number;
  readonly down: Problem | undefined;
}

interface Waiting {
  readonly give: (lane: Result<LaneState> | 'aborted') => void;
}

/** Hands out lanes to calls in the order in which they ask. */
export class Pool {
  private readonly lanes: readonly LaneState[];
  private readonly waiting: Waiting[] = [];
  private alarm: ReturnType<Clock['wait']> | undefined;

  /** @param concurrency most calls at once over all lanes together */
  constructor(
    laneIds: readonly string[],
    private readonly concurrency: number,
    private readonly clock: Clock,
  ) {
    const share = Math.max(1, concurrency);
    this.lanes = laneIds.map((id) => new LaneState(id, share));
  }

  get report(): readonly LaneReport[] {
    const now = this.clock.now();
    return this.lanes.map(({ id, active, room, pausedUntil, down }) => ({
      id,
      active,
      room,
      restMs: Math.max(0, pausedUntil - now),
      down,
    }));
  }

  /** Calls that wait for a lane. */
  get queued(): number {
    return this.waiting.length;
  }

  /** A free lane, once there is one; the problem of the last lane when none is of use. */
  async acquire(signal: AbortSignal): Promise<Result<LaneState> | 'aborted'> {
    if (signal.aborted) return 'aborted';
    return new Promise((resolve) => {
      const entry: Waiting = {
        give: (lane) => {
          signal.removeEventListener('abort', onAbort);
          resolve(lane);
        },
      };
      const onAbort = (): void => {
        const at = this.waiting.indexOf(entry);
        if (at >= 0) this.waiting.splice(at, 1);
        entry.give('aborted');
      };
      signal.addEventListener('abort', onAbort, { once: true });
      this.waiting.push(entry);
      this.serve();
    });
  }

  /** Gives a lane back and lets the next call go. */
  release(lane: LaneState): void {
    lane.active--;
    this.serve();
  }

  /** Lets lanes be tried again that were given up, after a key was changed. */
  revive(): void {
    for (const lane of this.lanes) {
      lane.down = undefined;
      lane.pausedUntil = 0;
    }
    this.serve();
  }

  private serve(): void {
    this.alarm?.cancel();
    this.alarm = undefined;
    while (this.waiting.length > 0) {
      const lane = this.next();
      if (lane === undefined) break;
      this.waiting.shift()?.give(lane);
    }
    if (this.waiting.length > 0) this.wakeAtEndOfRest();
  }

  private next(): Result<LaneState> | undefined {
    const usable = this.lanes.filter((lane) => lane.down === undefined);
    const last = this.lanes.findLast((lane) => lane.down !== undefined)?.down;
    if (usable.length === 0 && last !== undefined) return err(last);
    const active = this.lanes.reduce((sum, lane) => sum + lane.active, 0);
    if (active >= this.concurrency) return undefined;
    const now = this.clock.now();
    const free = usable.filter((lane) => lane.isFree(now));
    const [best] = free.toSorted((a, b) => b.room - b.active - (a.room - a.active));
    if (best === undefined) return undefined;
    best.active++;
    return ok(best);
  }

  private wakeAtEndOfRest(): void {
    const now = this.clock.now();
    const rests = this.lanes
      .filter((lane) => lane.down === undefined && lane.pausedUntil > now)
      .map((lane) => lane.pausedUntil - now);
    if (rests.length === 0) return;
    this.alarm = this.clock.wait(Math.min(...rests));
    void this.alarm.done.then(() => this.serve());
  }
}
