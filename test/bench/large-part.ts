import type { Page } from '@playwright/test';
import { freshPage, type BenchBrowser } from './browser';
import { attributeAll, dropFiles, openCase, reopen, searchFor, untilReady } from './drive';
import { longestBlock, readBlocks, resetBlocks } from './page-watch';
import { recordTasks } from './page-tasks';
import { parseBare } from './parse-page';
import { maximum, median, ratio, rounded, spread, type Spread } from './statistics';
import type { LargeTrace } from './trace-files';

/** Reading one large file, beside a bare parse of the same bytes in the same browser. */
export interface ReadFigures {
  readonly file_bytes: number;
  readonly read_ms: Spread | null;
  readonly parse_ms: Spread | null;
  readonly read_mb_per_s: number | null;
  readonly parse_mb_per_s: number | null;
  /** Median of the bare parse over median of reading: 1 is as fast. */
  readonly read_ratio: number | null;
  readonly longest_block_ms: number | null;
}

/** Reads and parses in turn; every reading starts with empty storage. */
export async function measureReading(
  { browser }: BenchBrowser,
  addresses: { readonly site: string; readonly parse: string },
  trace: LargeTrace,
  runs: number,
): Promise<ReadFigures> {
  const reads: number[] = [];
  const parses: number[] = [];
  const blocks: number[] = [];
  for (let run = 0; run < runs; run++) {
    const bare = await freshPage(browser, addresses.parse);
    parses.push(await parseBare(bare, trace.path));
    await bare.context().close();
    const page = await freshPage(browser, addresses.site);
    await untilReady(page);
    await resetBlocks(page);
    reads.push(await dropFiles(page, [trace.path]));
    blocks.push(longestBlock(await readBlocks(page)));
    await page.context().close();
  }
  const [read, parse] = [median(reads), median(parses)];
  const speed = (ms: number | null) => (ms === null ? null : rounded(trace.bytes / 1000 / ms));
  return {
    file_bytes: trace.bytes,
    read_ms: spread(reads),
    parse_ms: spread(parses),
    read_mb_per_s: speed(read),
    parse_mb_per_s: speed(parse),
    read_ratio: ratio(parse, read),
    longest_block_ms: maximum(blocks),
  };
}

/** What one does with a large trace once it is read. */
export interface WorkFigures {
  readonly cases: number;
  readonly attribute_ms: number;
  readonly attribution_cases_per_s: number;
  readonly case_path_ms: Spread | null;
  readonly search_ms: Spread | null;
  readonly reopen_ms: Spread | null;
  readonly longest_block_ms: number | null;
  /** The same in processor time: what the page itself did. */
  readonly longest_task_cpu_ms: number | null;
  readonly longest_block_by_step_ms: Readonly<Record<string, number | undefined>>;
}

const CASES_OPENED = 30;
// Words that most questions about conversations are made of, in any data set.
const SEARCHES = [
  'when',
  'what',
  'who',
  'where',
  'how many',
  'why',
  'favorite',
  'last',
  'did',
  'name',
];
const REOPENINGS = 3;

/** Attributes, opens cases, searches and reloads, on one page that holds the sample and this trace. */
export async function measureWork(
  { browser }: BenchBrowser,
  site: string,
  trace: LargeTrace,
): Promise<WorkFigures> {
  const page = await freshPage(browser, site);
  await untilReady(page);
  await dropFiles(page, [trace.path]);
  const blocks: number[] = [];
  const cpu: number[] = [];
  const watched = async <T>(work: () => Promise<T>): Promise<T> => {
    await resetBlocks(page);
    const { result, tasks } = await recordTasks(browser, page, work);
    blocks.push(longestBlock(await readBlocks(page)));
    cpu.push(tasks.longest_cpu_ms);
    return result;
  };
  const attributed = await watched(() => attributeAll(page));
  const paths = await watched(() => openCases(page));
  const searches = await watched(() => search(page));
  const [attributing, opening, searching] = blocks;
  const reopenings: number[] = [];
  for (let run = 0; run < REOPENINGS; run++) reopenings.push(await reopen(page));
  await page.context().close();
  return {
    cases: attributed.cases,
    attribute_ms: rounded(attributed.milliseconds),
    attribution_cases_per_s: rounded((attributed.cases * 1000) / attributed.milliseconds),
    case_path_ms: spread(paths),
    search_ms: spread(searches),
    reopen_ms: spread(reopenings),
    longest_block_ms: maximum(blocks),
    longest_task_cpu_ms: maximum(cpu),
    longest_block_by_step_ms: { attributing, opening, searching },
  };
}

async function openCases(page: Page): Promise<readonly number[]> {
  const times: number[] = [];
  for (let row = 0; row < CASES_OPENED; row++) {
    const time = await openCase(page, row);
    if (time !== undefined) times.push(time);
  }
  return times;
}

async function search(page: Page): Promise<readonly number[]> {
  const times: number[] = [];
  for (const words of SEARCHES) {
    for (const typed of [words, '']) {
      const time = await searchFor(page, typed);
      if (time !== undefined) times.push(time);
    }
  }
  return times;
}
