/** Longest wait for a moment in which the page has nothing else to do, in milliseconds. */
const LONGEST = 2_000;

/** Resolves in a moment in which the page has nothing else to do, or after a while without one. */
export function idle(): Promise<void> {
  return new Promise((resolve) => {
    // Not every browser tells when it is idle.
    if ('requestIdleCallback' in globalThis)
      requestIdleCallback(() => resolve(), { timeout: LONGEST });
    else setTimeout(resolve, 50);
  });
}

/** Resolves in a task of its own: what waits, a frame among it, comes first. */
export const afterFrame = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));
