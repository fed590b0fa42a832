import type { Page } from '@playwright/test';
import { freshPage, type BenchBrowser } from './browser';
import { attributeAll, dropFiles, openCase, untilReady } from './drive';
import { spread, type Spread } from './statistics';

/** What a new user waits for. */
export interface FirstFigures {
  /** From the start of loading to the first text or picture on an empty profile. */
  readonly first_paint_ms: Spread | null;
  /** Dropping one trace, "Attribute all" and opening a case, until its quotes are on screen. */
  readonly first_verdict_ms: Spread | null;
}

const firstPaint = (page: Page): Promise<number | undefined> =>
  page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime);

/** Each run starts with empty storage; what the user does takes no time here. */
export async function measureFirst(
  { browser }: BenchBrowser,
  address: string,
  trace: string,
  runs: number,
): Promise<FirstFigures> {
  const paints: number[] = [];
  const verdicts: number[] = [];
  for (let run = 0; run < runs; run++) {
    const page = await freshPage(browser, address);
    await untilReady(page);
    const paint = await firstPaint(page);
    if (paint !== undefined) paints.push(paint);
    const read = await dropFiles(page, [trace]);
    const { milliseconds } = await attributeAll(page);
    // The first question is that of the sample, whose case is open already.
    const opened = (await openCase(page, 1)) ?? (await openCase(page, 2));
    if (opened !== undefined) verdicts.push(read + milliseconds + opened);
    await page.context().close();
  }
  return { first_paint_ms: spread(paints), first_verdict_ms: spread(verdicts) };
}
