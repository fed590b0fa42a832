import type { Page } from '@playwright/test';
import { freshPage, type BenchBrowser } from './browser';
import { attributeAll, dropFiles, refusedFiles, untilReady } from './drive';
import { recordTasks, type Tasks } from './page-tasks';
import { longestBlock, readBlocks, resetBlocks, type Blocks } from './page-watch';
import { maximum, spread, type Spread } from './statistics';

/** Dropping all small traces at once and attributing everything. */
export interface SmallFigures {
  readonly files: number;
  readonly cases: number;
  readonly read_ms: Spread | null;
  readonly attribute_ms: Spread | null;
  readonly read_and_attribute_ms: Spread | null;
  readonly longest_block_ms: number | null;
  readonly blocks: readonly Blocks[];
  /** From one more run, recorded by the browser; its times are not among those above. */
  readonly tasks: Tasks;
}

/** Each run starts with empty storage, when the page with its sample is ready. */
export async function measureSmall(
  { browser }: BenchBrowser,
  address: string,
  paths: readonly string[],
  runs: number,
): Promise<SmallFigures> {
  const reads: number[] = [];
  const attributes: number[] = [];
  const blocks: Blocks[] = [];
  let cases = 0;
  const fresh = async (): Promise<Page> => {
    const page = await freshPage(browser, address);
    await untilReady(page);
    await resetBlocks(page);
    return page;
  };
  for (let run = 0; run < runs; run++) {
    const page = await fresh();
    const { read, attributed } = await readAndAttribute(page, paths);
    reads.push(read);
    attributes.push(attributed.milliseconds);
    cases = attributed.cases;
    blocks.push(await readBlocks(page));
    await page.context().close();
  }
  const page = await fresh();
  const { tasks } = await recordTasks(browser, page, () => readAndAttribute(page, paths));
  await page.context().close();
  return {
    files: paths.length,
    cases,
    read_ms: spread(reads),
    attribute_ms: spread(attributes),
    read_and_attribute_ms: spread(reads.map((read, run) => read + (attributes[run] ?? 0))),
    longest_block_ms: maximum(blocks.map(longestBlock)),
    blocks,
    tasks,
  };
}

async function readAndAttribute(page: Page, paths: readonly string[]) {
  const read = await dropFiles(page, paths);
  const refused = await refusedFiles(page);
  if (refused.length > 0) throw new Error(`Refused: ${refused.join('; ')}`);
  return { read, attributed: await attributeAll(page) };
}
