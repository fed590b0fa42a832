import { NONE, type TextTable } from '../trace/columns';

const encoder = new TextEncoder();

/**
 * Finds strings of a table by their bytes. A table of a million ids takes 8 MB and a tenth of a second
 * here; as a Map of strings it took 100 MB and a second.
 */
export class TextIndex {
  private readonly slots: Uint32Array;

  /**
   * @param rows which strings can be found; the first of equal ones is
   * @param endOf where the part of a string that is looked for ends
   */
  constructor(
    private readonly table: TextTable,
    rows: Iterable<number>,
    count: number,
    private readonly endOf: (row: number) => number = (row) => table.starts[row + 1] ?? 0,
  ) {
    let size = 16;
    while (size < count * 2) size *= 2;
    this.slots = new Uint32Array(size).fill(NONE);
    const { bytes } = table;
    for (const row of rows) {
      const slot = this.slotOf(bytes, table.starts[row] ?? 0, this.endOf(row));
      if (this.slots[slot] === NONE) this.slots[slot] = row;
    }
  }

  /** The row of a string, or `undefined`. */
  find(text: string): number | undefined {
    const bytes = encoder.encode(text);
    const row = this.slots[this.slotOf(bytes, 0, bytes.length)] ?? NONE;
    return row === NONE ? undefined : row;
  }

  private slotOf(bytes: Uint8Array, start: number, end: number): number {
    const mask = this.slots.length - 1;
    let slot = hashOf(bytes, start, end) & mask;
    for (;;) {
      const row = this.slots[slot] ?? NONE;
      if (row === NONE || this.equals(row, bytes, start, end)) return slot;
      slot = (slot + 1) & mask;
    }
  }

  private equals(row: number, bytes: Uint8Array, start: number, end: number): boolean {
    const from = this.table.starts[row] ?? 0;
    if (this.endOf(row) - from !== end - start) return false;
    for (let i = start; i < end; i++)
      if (bytes[i] !== this.table.bytes[from + i - start]) return false;
    return true;
  }
}

/** FNV-1a over the bytes, mixed at the end so that the low bits depend on all of them. */
function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let i = start; i < end; i++) hash = Math.imul(hash ^ (bytes[i] ?? 0), 0x01000193);
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}

/** The rows 0 to count - 1. */
export function* rowsUpTo(count: number): Generator<number> {
  for (let row = 0; row < count; row++) yield row;
}
