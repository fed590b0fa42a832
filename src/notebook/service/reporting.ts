import { releaseProxy } from 'comlink';

/** A function of the page, as the worker sees it: calls travel, and it must be let go at the end. */
export interface Reporter<T> {
  (value: T): void | Promise<void>;
  [releaseProxy]?: () => void;
}

/** Runs `work` with a report function; ends only after the last report arrived, and lets go of it. */
export async function reporting<P, T>(
  report: Reporter<P>,
  work: (tell: (value: P) => void) => Promise<T>,
): Promise<T> {
  let last = Promise.resolve();
  try {
    return await work((value) => {
      last = Promise.resolve(report(value));
    });
  } finally {
    await last;
    report[releaseProxy]?.();
  }
}
