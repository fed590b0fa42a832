import { problem, type Place } from '../../base/problem';
import type { ProblemKind } from '../../base/problems';
import type { Skipped } from '../columns';

/** How many places of one kind are named; the rest is only counted. */
const NAMED_PLACES = 5;
/** Longer names are cut in the list: an id may be thousands of characters long. */
const NAME_CHARS = 120;

interface Entry {
  count: number;
  readonly detail: string;
  readonly where: Place;
  readonly places: string[];
}

/** Collects what was skipped or odd while reading, one entry a kind, with the first few places. */
export class Skips {
  private readonly entries = new Map<ProblemKind, Entry>();

  /**
   * Counts one occurrence. `name` (an id, for example) is only asked for while places are named.
   * @param detail what was met; the first one of a kind is kept
   * @param times how often it was met in this place
   */
  add(
    kind: ProblemKind,
    detail: string,
    where: Place,
    name: () => string = () => '',
    times = 1,
  ): void {
    let entry = this.entries.get(kind);
    if (entry === undefined) {
      entry = { count: 0, detail, where, places: [] };
      this.entries.set(kind, entry);
    }
    entry.count += times;
    if (entry.places.length < NAMED_PLACES) entry.places.push(describe(where, name()));
  }

  list(): readonly Skipped[] {
    return [...this.entries].map(([kind, { count, detail, where, places }]) => ({
      problem: problem(kind, detail, where),
      count,
      places,
    }));
  }
}

function describe(where: Place, name: string): string {
  const record = where.list === undefined ? '' : `${where.list}[${String(where.record ?? 0)}]`;
  const byte = where.byte === undefined ? '' : `byte ${String(where.byte)}`;
  const place = [record, byte].filter((part) => part !== '').join(', ');
  const short = name.length > NAME_CHARS ? `${name.slice(0, NAME_CHARS)}…` : name;
  return [place, short].filter((part) => part !== '').join(': ');
}
