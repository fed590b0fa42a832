/** Calls that are under way, by the id that stops them. */
export class Stops {
  private readonly running = new Map<string, AbortController>();

  /** Runs `work` under an id. An id stopped before its call arrived is not started. */
  async run<T>(id: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const stop = this.running.get(id) ?? new AbortController();
    this.running.set(id, stop);
    try {
      return await work(stop.signal);
    } finally {
      this.running.delete(id);
    }
  }

  stop(id: string): void {
    this.running.get(id)?.abort();
  }
}

let counter = 0;
const realm = Math.random().toString(36).slice(2);

/** An id that no other call has, in whatever thread it was made. */
export const freshId = (): string => `${realm}-${++counter}`;

/** Calls `stop` when the signal is aborted, for as long as `work` goes on. */
export async function stopping<T>(
  signal: AbortSignal | undefined,
  stop: () => void,
  work: () => Promise<T>,
): Promise<T> {
  if (signal?.aborted === true) stop();
  signal?.addEventListener('abort', stop, { once: true });
  try {
    return await work();
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}
