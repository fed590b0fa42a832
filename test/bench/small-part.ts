import type { BenchBrowser } from './browser';
import { freshPage } from './browser';
import { attributeAll, dropFiles, refusedFiles, untilReady } from './drive';
import { longestBlock, readBlocks, resetBlocks, type Blocks } from './page-watch';
import { median, rounded, spread, type Spread } from './statistics';

/** Dropping all small traces at once and attributing everything. */
export interface SmallFigures {
  readonly files: number;
  readonly cases: number;
  readonly read_ms: Spread | null;
  readonly attribute_ms: Spread | null;
  readonly read_and_attribute_ms: Spread | null;
  readonly longest_block_ms: number | null;
  readonly blocks: readonly Blocks[];
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
  for (let run = 0; run < runs; run++) {
    const page = await freshPage(browser, address);
    await untilReady(page);
    await resetBlocks(page);
    reads.push(await dropFiles(page, paths));
    const refused = await refusedFiles(page);
    if (refused.length > 0) throw new Error(`Refused: ${refused.join('; ')}`);
    const attributed = await attributeAll(page);
    attributes.push(attributed.milliseconds);
    cases = attributed.cases;
    blocks.push(await readBlocks(page));
    await page.context().close();
  }
  const both = reads.map((read, run) => read + (attributes[run] ?? 0));
  const longest = median(blocks.map(longestBlock));
  return {
    files: paths.length,
    cases,
    read_ms: spread(reads),
    attribute_ms: spread(attributes),
    read_and_attribute_ms: spread(both),
    longest_block_ms: longest === null ? null : rounded(longest),
    blocks,
  };
}
