/** Work that stops after each part, so that its caller can let others in or give up. */
export type Steps<T> = Generator<void, T>;

/** Does all of it without a stop. */
export function atOnce<T>(steps: Steps<T>): T {
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
}
