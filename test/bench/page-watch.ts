import type { Page } from '@playwright/test';

/** What kept the page from reacting, measured inside the page. */
export interface Blocks {
  /** The longest task that the browser reports; it reports none below 50 ms. */
  readonly longestTask: number;
  readonly longTasks: number;
  /** The longest time between two turns of a timer, less the 4 ms it waits: also shows shorter blocks. */
  readonly longestGap: number;
}

interface Watch {
  longestTask: number;
  longTasks: number;
  longestGap: number;
}

declare global {
  interface Window {
    benchWatch: Watch;
  }
}

/** Watches the page's thread from the first moment of every document it loads. */
export async function watchPage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const watch: Watch = { longestTask: 0, longTasks: 0, longestGap: 0 };
    window.benchWatch = watch;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) {
        watch.longestTask = Math.max(watch.longestTask, duration);
        watch.longTasks++;
      }
    }).observe({ type: 'longtask' });
    const MINIMAL_WAIT = 4;
    let last = performance.now();
    const tick = (): void => {
      const now = performance.now();
      watch.longestGap = Math.max(watch.longestGap, now - last - MINIMAL_WAIT);
      last = now;
      setTimeout(tick, 0);
    };
    tick();
  });
}

/** Forgets what was seen so far, so that the next reading covers one piece of work. */
export async function resetBlocks(page: Page): Promise<void> {
  await page.evaluate(() => {
    Object.assign(window.benchWatch, { longestTask: 0, longTasks: 0, longestGap: 0 });
  });
}

/** What was seen since the page was loaded or last reset. */
export async function readBlocks(page: Page): Promise<Blocks> {
  // A long task is reported a moment after it ended.
  await page.waitForTimeout(100);
  return page.evaluate(() => ({ ...window.benchWatch }));
}

/** One figure for all: the longest task, or below 50 ms, where none is reported, the longest gap. */
export const longestBlock = ({ longestTask, longestGap }: Blocks): number =>
  longestTask > 0 ? longestTask : Math.min(longestGap, 50);
