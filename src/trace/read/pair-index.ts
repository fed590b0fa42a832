import { NONE } from '../columns';
import { GrowingU32 } from './growing';

/** Numbers distinct pairs (full name, version): the identity of a variable, as two integers. */
export class PairIndex {
  private readonly left = new GrowingU32();
  private readonly right = new GrowingU32();
  private slots = new Uint32Array(1 << 7).fill(NONE);

  get size(): number {
    return this.left.length;
  }

  /** The number of a pair, or NONE when it was never added. */
  find(left: number, right: number): number {
    return this.slots[this.slotOf(left, right)] ?? NONE;
  }

  /** Adds a pair that `find` does not know; its number is the count of pairs before. */
  add(left: number, right: number): void {
    if ((this.size + 1) * 2 > this.slots.length) this.rehash();
    this.slots[this.slotOf(left, right)] = this.size;
    this.left.push(left);
    this.right.push(right);
  }

  private slotOf(left: number, right: number): number {
    const { slots } = this;
    const mask = slots.length - 1;
    let slot = mix(left, right) & mask;
    for (;;) {
      const index = slots[slot] ?? NONE;
      if (index === NONE || (this.left.at(index) === left && this.right.at(index) === right))
        return slot;
      slot = (slot + 1) & mask;
    }
  }

  private rehash(): void {
    this.slots = new Uint32Array(this.slots.length * 2).fill(NONE);
    for (let index = 0; index < this.size; index++)
      this.slots[this.slotOf(this.left.at(index), this.right.at(index))] = index;
  }
}

function mix(left: number, right: number): number {
  let hash = Math.imul(left, 0x9e3779b1) ^ Math.imul(right, 0x85ebca77);
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}
