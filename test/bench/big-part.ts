import type { Page } from '@playwright/test';
import { TEXTS } from '../../src/ui/texts';
import { freshPage, type BenchBrowser } from './browser';
import { dropFiles, untilReady } from './drive';
import { longestBlock, readBlocks, resetBlocks } from './page-watch';
import { canMeasureMemory, MemoryWatch, treeMemory } from './process-memory';

/** What is allowed beyond the bytes of the file: columns, a window of bytes, and the page itself. */
const MOST_OVER_FILE = 600e6;
/** How long a cancelled reading may go on; the machine's other work comes on top. */
const MOST_CANCEL_MS = 1_000;
const SETTLE_MS = 2_000;

/** Reading one large file, after a reading that was cancelled half way. */
export interface BigFigures {
  readonly file_bytes: number;
  /** From the click to the line that says so. */
  readonly cancel_ms: number;
  /** Share of the file that was read when it was cancelled. */
  readonly cancelled_at: number;
  readonly read_ms: number;
  readonly read_mb_per_s: number;
  /** What the line of the file says at the end. */
  readonly outcome: string;
  /** Rows that the table of questions gained: those of the file that were judged wrong. */
  readonly questions: number;
  readonly longest_block_ms: number | null;
  readonly growth_bytes: number | null;
  /** Growth of memory beyond the size of the file. */
  readonly over_file_bytes: number | null;
  readonly within_budget: boolean;
}

/** Drops the file, cancels half way, drops it again, and reads to the end. */
export async function measureBig(
  { browser, pid }: BenchBrowser,
  site: string,
  file: { readonly path: string; readonly bytes: number },
): Promise<BigFigures> {
  const page = await freshPage(browser, site);
  await untilReady(page);
  await page.waitForTimeout(SETTLE_MS);
  const canWatch = pid !== undefined && canMeasureMemory();
  const idle = canWatch ? treeMemory(pid) : 0;
  const before = await rowCount(page);
  const cancelled = await cancelHalfWay(page, file.path);
  await page.getByRole('button', { name: TEXTS.files.clear }).click();
  await resetBlocks(page);
  const watch = canWatch ? new MemoryWatch(pid) : undefined;
  const readMs = await dropFiles(page, [file.path]);
  await page.waitForTimeout(SETTLE_MS);
  const growth = watch === undefined ? null : watch.stop().peak - idle;
  const block = longestBlock(await readBlocks(page));
  const questions = (await rowCount(page)) - before;
  const outcome = (await fileLine(page).innerText()).replace(/\s+/g, ' ');
  await page.context().close();
  const over = growth === null ? null : growth - file.bytes;
  return {
    file_bytes: file.bytes,
    cancel_ms: Math.round(cancelled.milliseconds),
    cancelled_at: cancelled.share,
    read_ms: Math.round(readMs),
    read_mb_per_s: Math.round(file.bytes / 1000 / readMs),
    outcome,
    questions,
    longest_block_ms: block,
    growth_bytes: growth,
    over_file_bytes: over,
    within_budget:
      questions > 0 && (over ?? 0) <= MOST_OVER_FILE && cancelled.milliseconds <= MOST_CANCEL_MS,
  };
}

const fileLine = (page: Page) => page.locator(`ul[aria-label="${TEXTS.files.title}"] > li`).first();

async function cancelHalfWay(
  page: Page,
  path: string,
): Promise<{ readonly milliseconds: number; readonly share: number }> {
  await page.getByLabel(TEXTS.drop.files, { exact: true }).setInputFiles(path);
  const bar = fileLine(page).locator('progress');
  await bar.waitFor();
  let share = 0;
  while (share < 0.5) {
    await page.waitForTimeout(50);
    share = Number(await bar.getAttribute('value')) / 100;
  }
  const began = performance.now();
  await fileLine(page).getByRole('button', { name: TEXTS.cancel }).click();
  await fileLine(page).getByText(TEXTS.files.refused, { exact: true }).waitFor();
  return { milliseconds: performance.now() - began, share };
}

/** Rows of the table of questions, its head left out. */
async function rowCount(page: Page): Promise<number> {
  const table = page.locator(`[role="table"][aria-label="${TEXTS.failed.table}"]`);
  return Math.max(0, Number(await table.getAttribute('aria-rowcount')) - 1);
}
