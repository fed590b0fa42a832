import { sha1 } from './sha1';

/** Where a recorder's ids come from. */
export interface Ids {
  /** 32 hex digits. */
  hex(): string;
  /** The form of a random UUID (version 4). */
  uuid(): string;
}

/** Where a recorder's times come from. */
export interface Clock {
  /** `YYYY-MM-DD HH:MM:SS.mmm`. */
  stamp(): string;
}

/** Ids that are the same on every run: hashes of a seed and a counter. */
export class SeededIds implements Ids {
  private count = 0;
  constructor(private readonly seed: string) {}

  hex(): string {
    return sha1(`${this.seed}/${this.count++}`).slice(0, 32);
  }

  uuid(): string {
    return uuidOf(this.hex());
  }
}

/** Ids that never repeat. */
export const randomIds: Ids = {
  hex: () => crypto.randomUUID().replaceAll('-', ''),
  uuid: () => crypto.randomUUID(),
};

/** Execution time that only moves when told to. */
export class SeededClock implements Clock {
  constructor(private milliseconds: number) {}

  wait(milliseconds: number): void {
    this.milliseconds += milliseconds;
  }

  /** Recording something takes a millisecond. */
  stamp(): string {
    this.milliseconds += 1;
    return stampOf(this.milliseconds);
  }
}

/** The time of the machine, in its own zone, as smartcomment records it. */
export const systemClock: Clock = {
  stamp: () => {
    const now = new Date();
    return stampOf(now.getTime() - now.getTimezoneOffset() * 60_000);
  },
};

const stampOf = (milliseconds: number): string =>
  new Date(milliseconds).toISOString().slice(0, 23).replace('T', ' ');

function uuidOf(hex: string): string {
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `a${hex.slice(17, 20)}`,
  ];
  return [...parts, hex.slice(20, 32)].join('-');
}
