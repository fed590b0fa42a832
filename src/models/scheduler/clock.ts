/** Time and chance as the scheduler needs them, so that tests run without either. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Resolves after `ms`; returns at once a way to give up waiting. */
  wait(ms: number): { readonly done: Promise<void>; cancel(): void };
  /** From 0 up to 1. */
  random(): number;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  wait: (ms) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const done = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)));
    return { done, cancel: () => clearTimeout(timer) };
  },
  random: () => Math.random(),
};
