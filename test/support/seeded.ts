/** Numbers from a seed (mulberry32): the same for the same seed, on any machine. */
export class Seeded {
  constructor(private state: number) {}

  /** A number from 0 up to `below`, which is not reached. */
  below(below: number): number {
    this.state = (this.state + 0x6d2b_79f5) | 0;
    let t = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return (((t ^ (t >>> 14)) >>> 0) * below) / 2 ** 32;
  }

  pick<T>(from: readonly [T, ...T[]]): T {
    return from[Math.floor(this.below(from.length))] ?? from[0];
  }

  hex(digits: number): string {
    let text = '';
    while (text.length < digits) text += Math.floor(this.below(16)).toString(16);
    return text;
  }
}
