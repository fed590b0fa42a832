import type { Place } from '../../base/problem';
import type { Skipped } from '../columns';
import { ODD_PROBLEMS, type Oddities } from './oddities';
import { Skips } from './skips';

/** What JSON forbids or leaves open and was read all the same: how often, and where first. */
export class Tolerated {
  private readonly skips = new Skips();

  /** Counts one of a kind, or several in one place. */
  add(kind: number, where: Place, times = 1): void {
    const [name, detail] = ODD_PROBLEMS[kind] ?? [];
    if (name !== undefined && detail !== undefined)
      this.skips.add(name, detail, where, undefined, times);
  }

  /**
   * Takes what was odd in a stretch of bytes and clears it.
   * @param shift added to a position gives the offset of the place
   * @param within the record that the stretch is
   */
  take(odd: Oddities, shift: number, within: Place = {}): void {
    for (const [kind, count] of odd.counts.entries()) {
      if (count > 0) this.add(kind, { ...within, byte: (odd.firsts[kind] ?? 0) + shift }, count);
    }
    odd.clear();
  }

  list(): readonly Skipped[] {
    return this.skips.list();
  }
}
