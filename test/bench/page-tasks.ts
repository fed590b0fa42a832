import type { Browser, Page } from '@playwright/test';
import { isObject } from '../../src/trace/json';

/** The tasks of the page's thread, as the browser's own recording has them. */
export interface Tasks {
  /** The longest task on the clock: on a busy machine it may mostly have waited for a processor. */
  readonly longest_ms: number;
  /** The task that kept a processor busy for longest: the page's own doing, however busy the machine is. */
  readonly longest_cpu_ms: number;
}

/** Records the tasks of pages while `work` runs. */
export async function recordTasks<T>(
  browser: Browser,
  page: Page,
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly tasks: Tasks }> {
  // The one category with tasks in it: recording more would slow down what is measured.
  await browser.startTracing(page, { categories: ['toplevel'] });
  try {
    const result = await work();
    return { result, tasks: longestTasks(await browser.stopTracing()) };
  } catch (error) {
    await browser.stopTracing();
    throw error;
  }
}

function longestTasks(recording: Buffer): Tasks {
  const parsed: unknown = JSON.parse(recording.toString());
  const events: unknown = isObject(parsed) ? parsed['traceEvents'] : [];
  const all = Array.isArray(events) ? events.filter(isObject) : [];
  const thread = (event: Readonly<Record<string, unknown>>) =>
    `${String(event['pid'])}/${String(event['tid'])}`;
  const pages = new Set(
    all
      .filter(
        ({ name, args }) =>
          name === 'thread_name' && isObject(args) && args['name'] === 'CrRendererMain',
      )
      .map(thread),
  );
  const tasks = all.filter(
    (event) => String(event['name']).endsWith('RunTask') && pages.has(thread(event)),
  );
  const longest = (field: 'dur' | 'tdur'): number =>
    tasks.reduce((most, event) => Math.max(most, Number(event[field] ?? 0)), 0) / 1000;
  return { longest_ms: longest('dur'), longest_cpu_ms: longest('tdur') };
}
