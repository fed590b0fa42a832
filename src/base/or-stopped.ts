/**
 * What a task gives, or what stands for it when the task does not end in time after a stop.
 * @param within milliseconds that it may take to end once the signal is aborted
 */
export function orStopped<T>(
  signal: AbortSignal,
  within: number,
  ask: () => Promise<T>,
  stopped: () => NoInfer<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onAbort = (): void => {
      timer = setTimeout(() => resolve(stopped()), within);
    };
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    ask()
      .then(resolve, reject)
      .finally(() => {
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
      });
  });
}
