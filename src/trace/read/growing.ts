/** A Uint32 column that grows as records are read. */
export class GrowingU32 {
  private data = new Uint32Array(64);
  length = 0;

  push(value: number): void {
    if (this.length === this.data.length) {
      const larger = new Uint32Array(this.data.length * 2);
      larger.set(this.data);
      this.data = larger;
    }
    this.data[this.length++] = value;
  }

  at(index: number): number {
    return this.data[index] ?? 0;
  }

  set(index: number, value: number): void {
    this.data[index] = value;
  }

  includes(value: number): boolean {
    const found = this.data.indexOf(value);
    return found >= 0 && found < this.length;
  }

  /** A copy of exactly the values pushed. */
  finish(): Uint32Array {
    return this.data.slice(0, this.length);
  }
}

/** A Float64 column that grows as records are read. */
export class GrowingF64 {
  private data = new Float64Array(64);
  length = 0;

  push(value: number): void {
    if (this.length === this.data.length) {
      const larger = new Float64Array(this.data.length * 2);
      larger.set(this.data);
      this.data = larger;
    }
    this.data[this.length++] = value;
  }

  finish(): Float64Array {
    return this.data.slice(0, this.length);
  }
}
