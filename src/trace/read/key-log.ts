/** Keys of one object that are compared one by one; beyond that they go into a set. */
const FEW = 24;

/**
 * Tells whether a key stood in the same object before. Keys are compared by hash and length, as
 * written: two spellings of one key (`a`, `\u0061`) are two.
 */
export class KeyLog {
  private hashes = new Float64Array(256);
  private used = 0;
  /** Sets of the objects with many keys, by where their keys begin. */
  private readonly large = new Map<number, Set<number>>();

  /** Forgets everything. */
  clear(): void {
    this.used = 0;
    if (this.large.size > 0) this.large.clear();
  }

  /** Begins an object; `add` and `release` want what it returns. */
  mark(): number {
    return this.used;
  }

  /** Ends the object that began last. */
  release(mark: number): void {
    this.used = mark;
    if (this.large.size > 0) this.large.delete(mark);
  }

  /** Takes a key, `bytes[start..end)` without its quotes; whether the object had it already. */
  add(mark: number, bytes: Uint8Array, start: number, end: number): boolean {
    const hash = hashOf(bytes, start, end);
    if (this.used - mark >= FEW) return this.addToMany(mark, hash);
    for (let i = mark; i < this.used; i++) if (this.hashes[i] === hash) return true;
    if (this.used === this.hashes.length) {
      const longer = new Float64Array(this.used * 2);
      longer.set(this.hashes);
      this.hashes = longer;
    }
    this.hashes[this.used++] = hash;
    return false;
  }

  private addToMany(mark: number, hash: number): boolean {
    let keys = this.large.get(mark);
    if (keys === undefined) {
      keys = new Set(this.hashes.subarray(mark, this.used));
      this.large.set(mark, keys);
    }
    const before = keys.size;
    return keys.add(hash).size === before;
  }
}

/** A 32-bit hash with length and last byte, in one number that a double holds. */
function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let i = start; i < end; i++) hash = Math.imul(hash ^ (bytes[i] ?? 0), 0x01000193);
  const last = end > start ? (bytes[end - 1] ?? 0) : 0;
  return (hash >>> 0) * 0x20_0000 + (last << 13) + ((end - start) & 0x1fff);
}
