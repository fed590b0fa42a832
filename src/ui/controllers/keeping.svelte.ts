/** What the browser says of the room it gives and whether it keeps what is stored. */
export class Keeping {
  /** Whether the browser promised to keep the data; unknown where it does not say. */
  persisted = $state<boolean | undefined>(undefined);
  /** Bytes in use and allowed, as the browser estimates them. */
  used = $state<number | undefined>(undefined);
  quota = $state<number | undefined>(undefined);
  #hasAsked = false;

  /** Fetches what the browser says now. */
  async look(): Promise<void> {
    if (!('storage' in navigator)) return;
    const { storage } = navigator;
    const [persisted, estimate] = await Promise.all([storage.persisted(), storage.estimate()]);
    this.persisted = persisted;
    this.used = estimate.usage;
    this.quota = estimate.quota;
  }

  /** Asks the browser to keep the data; it may ask the user. */
  async ask(): Promise<boolean> {
    this.#hasAsked = true;
    if (!('storage' in navigator)) return false;
    const agreed = await navigator.storage.persist();
    await this.look();
    return agreed;
  }

  /** Asks once, when the first trace of the user is kept: before that there is nothing to lose. */
  async askOnce(): Promise<void> {
    if (!this.#hasAsked && this.persisted !== true) await this.ask();
  }
}
