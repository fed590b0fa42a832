import { freshPage, startBrowser } from './browser';
import { dropFiles, untilReady } from './drive';
import { canMeasureMemory, MemoryWatch, treeMemory } from './process-memory';
import { median, ratio } from './statistics';
import type { LargeTrace } from './trace-files';

/** How much the browser's processes grow while a file is read. */
export interface MemoryFigures {
  readonly idle_bytes: number;
  readonly peak_bytes: number;
  readonly growth_bytes: number;
  /** Growth over the size of the unpacked file. */
  readonly peak_memory_ratio: number | null;
  readonly samples: number;
}

const SETTLE_MS = 3_000;
const IDLE_SAMPLES = 5;

/** Reads one file in a browser that did nothing else; `null` where processes do not tell their memory. */
export async function measureMemory(
  site: string,
  trace: LargeTrace,
): Promise<MemoryFigures | null> {
  if (!canMeasureMemory()) return null;
  const started = await startBrowser();
  const { browser, pid } = started;
  if (pid === undefined) throw new Error('The browser is not among the processes of this machine.');
  const page = await freshPage(browser, site);
  await untilReady(page);
  await page.waitForTimeout(SETTLE_MS);
  const idles: number[] = [];
  for (let i = 0; i < IDLE_SAMPLES; i++) {
    idles.push(treeMemory(pid));
    await page.waitForTimeout(100);
  }
  const watch = new MemoryWatch(pid);
  await dropFiles(page, [trace.path]);
  // What is freed late or stored in the background belongs to reading too.
  await page.waitForTimeout(1_000);
  const { peak, samples } = watch.stop();
  await started.close();
  const idle = median(idles) ?? 0;
  const growth = peak - idle;
  return {
    idle_bytes: idle,
    peak_bytes: peak,
    growth_bytes: growth,
    peak_memory_ratio: ratio(growth, trace.bytes),
    samples,
  };
}
