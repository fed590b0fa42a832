/** Holds the newest answer of a call that may be repeated before the one before it answered. */
export class Latest<T> {
  value = $state.raw<T | undefined>(undefined);
  loading = $state(false);
  #turn = 0;

  /** Makes the call; its answer is kept unless a later call was made or the value was cleared. */
  async load(call: () => Promise<T>): Promise<void> {
    const turn = ++this.#turn;
    this.loading = true;
    try {
      const value = await call();
      if (turn === this.#turn) this.value = value;
    } finally {
      if (turn === this.#turn) this.loading = false;
    }
  }

  clear(): void {
    this.#turn++;
    this.value = undefined;
    this.loading = false;
  }
}
