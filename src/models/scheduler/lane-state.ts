import type { Problem } from '../../base/problem';

/** Calls at once that a lane starts with; more follow as long as the endpoint does not object. */
const FIRST_LIMIT = 4;

/**
 * How one lane of a pool does: how many calls it takes at once (grows by one with each full round of
 * answers, halves when the endpoint asks to slow down), until when it rests, and whether it is of any
 * use at all.
 */
export class LaneState {
  active = 0;
  pausedUntil = 0;
  /** Why the lane is of no more use: a key that is not accepted, a quota used up. */
  down: Problem | undefined;
  private limit: number;

  constructor(
    readonly id: string,
    private readonly most: number,
  ) {
    this.limit = Math.min(FIRST_LIMIT, most);
  }

  /** How many calls may run at once now. */
  get room(): number {
    return Math.max(1, Math.floor(this.limit));
  }

  isFree(now: number): boolean {
    return this.down === undefined && this.pausedUntil <= now && this.active < this.room;
  }

  answered(): void {
    this.limit = Math.min(this.most, this.limit + 1 / this.room);
  }

  /** Halves the room, once for all calls that were under way together, and rests. */
  slowDown(ms: number, now: number): void {
    if (this.pausedUntil <= now) this.limit = Math.max(1, this.limit / 2);
    this.pausedUntil = Math.max(this.pausedUntil, now + ms);
  }
}
