import { afterFrame } from './idle';

let ahead: Promise<unknown> = Promise.resolve();

/** Notes a drawing that others wait for. */
export function goFirst(work: Promise<unknown>): void {
  ahead = Promise.allSettled([ahead, work]);
}

/** Resolves when the drawings that go first are painted, those among them that begin in this frame. */
export async function afterOthers(): Promise<void> {
  await afterFrame();
  await ahead;
  await new Promise(requestAnimationFrame);
  await afterFrame();
}
