import { createHash } from 'node:crypto';

/** SHA-1 of a text, as hex: the identity of values that carry no name of their own (formats.md §2). */
export const sha1 = (text: string): string => createHash('sha1').update(text).digest('hex');

/** Ids that are the same on every run: hashes of a seed and a counter. */
export class SeededIds {
  private count = 0;
  constructor(private readonly seed: string) {}

  /** 32 hex digits. */
  hex(): string {
    return sha1(`${this.seed}/${this.count++}`).slice(0, 32);
  }

  /** The form of a random UUID (version 4). */
  uuid(): string {
    const hex = this.hex();
    const parts = [
      hex.slice(0, 8),
      hex.slice(8, 12),
      `4${hex.slice(13, 16)}`,
      `a${hex.slice(17, 20)}`,
    ];
    return [...parts, hex.slice(20, 32)].join('-');
  }
}

/** Execution time that only moves when told to. */
export class SeededClock {
  constructor(private milliseconds: number) {}

  wait(milliseconds: number): void {
    this.milliseconds += milliseconds;
  }

  /** `YYYY-MM-DD HH:MM:SS.mmm`; recording something takes a millisecond. */
  stamp(): string {
    this.milliseconds += 1;
    return new Date(this.milliseconds).toISOString().slice(0, 23).replace('T', ' ');
  }
}
