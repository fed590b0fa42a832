import type { Steps } from './steps';

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

  /** Undefined while there is time left: waiting for nothing would cost more than most steps. */
  breathe(): Promise<void> | undefined {
    if (performance.now() - this.start < SLICE) return undefined;
    return pause().then(() => {
      this.start = performance.now();
    });
  }
}

/**
 * Works through steps a slice of time at once.
 * @throws AbortError when the signal is aborted between two of them
 */
export async function inSlices<T>(steps: Steps<T>, signal: AbortSignal | undefined): Promise<T> {
  const slices = new Slices();
  let step = steps.next();
  while (step.done !== true) {
    const pausing = slices.breathe();
    if (pausing !== undefined) await pausing;
    signal?.throwIfAborted();
    step = steps.next();
  }
  return step.value;
}
