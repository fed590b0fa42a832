import type { Tally } from '../../import-report';

/** Counts what a trace got, by kind, in the order in which kinds first came up. */
export class Tallies {
  private readonly counts = new Map<string, number>();

  add(what: string, count = 1): void {
    if (count > 0) this.counts.set(what, this.of(what) + count);
  }

  of(what: string): number {
    return this.counts.get(what) ?? 0;
  }

  list(): readonly Tally[] {
    return [...this.counts].map(([what, count]) => ({ what, count }));
  }
}
