import { NONE, type TextTable } from '../columns';
import { GrowingU32 } from './growing';

/**
 * Gives each distinct byte string a number, without making JavaScript strings: ids and names are
 * met several times per record, and a string for each would cost more than the rest of reading.
 */
export class Interner {
  private arena = new Uint8Array(1 << 10);
  private used = 0;
  private readonly starts = new GrowingU32();
  private readonly hashes = new GrowingU32();
  private slots = new Uint32Array(1 << 7).fill(NONE);

  constructor() {
    this.starts.push(0);
  }

  get size(): number {
    return this.hashes.length;
  }

  /** The number of `bytes[start..end)`, new or old. */
  intern(bytes: Uint8Array, start: number, end: number): number {
    const hash = hashOf(bytes, start, end);
    const slot = this.slotOf(bytes, start, end, hash);
    const known = this.slots[slot] ?? NONE;
    if (known !== NONE) return known;
    const index = this.size;
    this.slots[slot] = index;
    this.append(bytes, start, end, hash);
    if (this.size * 2 > this.slots.length) this.rehash();
    return index;
  }

  /** `intern`, trying a guess first: a field mostly repeats what the record before had. */
  internNear(bytes: Uint8Array, start: number, end: number, guess: number): number {
    if (guess < this.size && this.equals(guess, bytes, start, end)) return guess;
    return this.intern(bytes, start, end);
  }

  /** The number of `bytes[start..end)`, or NONE when it was never interned. */
  find(bytes: Uint8Array, start: number, end: number): number {
    return this.slots[this.slotOf(bytes, start, end, hashOf(bytes, start, end))] ?? NONE;
  }

  /** The bytes of a number; valid until the next `intern`. */
  bytesOf(index: number): Uint8Array {
    return this.arena.subarray(this.starts.at(index), this.starts.at(index + 1));
  }

  textOf(index: number): string {
    return new TextDecoder().decode(this.bytesOf(index));
  }

  /** Every string in the order of their numbers. */
  texts(): string[] {
    return Array.from({ length: this.size }, (_, index) => this.textOf(index));
  }

  /** The strings as one buffer, in the order of their numbers. */
  table(): TextTable {
    return { bytes: this.arena.slice(0, this.used), starts: this.starts.finish() };
  }

  private append(bytes: Uint8Array, start: number, end: number, hash: number): void {
    const length = end - start;
    if (this.used + length > this.arena.length) {
      const larger = new Uint8Array(Math.max(this.arena.length * 2, this.used + length));
      larger.set(this.arena.subarray(0, this.used));
      this.arena = larger;
    }
    // Ids are short: a loop beats the call overhead of `set` below about 100 bytes.
    const { arena, used } = this;
    if (length < 100) for (let i = 0; i < length; i++) arena[used + i] = bytes[start + i] ?? 0;
    else arena.set(bytes.subarray(start, end), used);
    this.used += length;
    this.starts.push(this.used);
    this.hashes.push(hash);
  }

  private slotOf(bytes: Uint8Array, start: number, end: number, hash: number): number {
    const { slots } = this;
    const mask = slots.length - 1;
    let slot = hash & mask;
    for (;;) {
      const index = slots[slot] ?? NONE;
      if (index === NONE) return slot;
      if (this.hashes.at(index) === hash && this.equals(index, bytes, start, end)) return slot;
      slot = (slot + 1) & mask;
    }
  }

  private equals(index: number, bytes: Uint8Array, start: number, end: number): boolean {
    const { arena } = this;
    const from = this.starts.at(index);
    const length = end - start;
    if (this.starts.at(index + 1) - from !== length) return false;
    for (let i = 0; i < length; i++) if (arena[from + i] !== bytes[start + i]) return false;
    return true;
  }

  private rehash(): void {
    const slots = new Uint32Array(this.slots.length * 2).fill(NONE);
    const mask = slots.length - 1;
    for (let index = 0; index < this.size; index++) {
      let slot = this.hashes.at(index) & mask;
      while (slots[slot] !== NONE) slot = (slot + 1) & mask;
      slots[slot] = index;
    }
    this.slots = slots;
  }
}

/** FNV-1a over words of four bytes, finished so that the low bits depend on all of them. */
function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5 ^ (end - start);
  let i = start;
  for (const stop = end - 3; i < stop; i += 4) {
    const word =
      (bytes[i] ?? 0) |
      ((bytes[i + 1] ?? 0) << 8) |
      ((bytes[i + 2] ?? 0) << 16) |
      ((bytes[i + 3] ?? 0) << 24);
    hash = Math.imul(hash ^ word, 0x01000193);
    hash ^= hash >>> 15;
  }
  for (; i < end; i++) hash = Math.imul(hash ^ (bytes[i] ?? 0), 0x01000193);
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}
