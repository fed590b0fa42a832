/** Longest stretch of work between two chances for messages, in milliseconds. */
export const SLICE = 30;

/**
 * Lets messages in: resolves in a task of its own, after those that wait already. A message channel
 * because timers wait at least 4 ms once nested, an eighth of a slice.
 */
export function pause(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}

/** Pauses whenever a slice of time is used up. */
export class Slices {
  private start = performance.now();

  async breathe(): Promise<void> {
    if (performance.now() - this.start < SLICE) return;
    await pause();
    this.start = performance.now();
  }
}
