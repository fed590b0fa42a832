import type { Page } from '@playwright/test';
import { EXPLORER } from '../../src/ui/explorer/texts';
import { freshPage, type BenchBrowser } from './browser';
import { dropFiles, untilReady } from './drive';
import { longestBlock, readBlocks, resetBlocks } from './page-watch';
import { rounded, spread, type Spread } from './statistics';
import type { LargeTrace } from './trace-files';

/** Search over all texts of one large trace, from the last key to what was found on the page. */
export interface ExplorerFigures {
  /** Reading the texts into the index, once a trace. */
  readonly index_ms: number;
  readonly text_search_ms: Spread | null;
  readonly longest_block_ms: number;
}

// Words and phrases of any conversation; some common, some rare.
const SEARCHES = [
  'the',
  'memory',
  'support group',
  '"memory unit"',
  'when did',
  '"last week"',
  'favorite',
  'birthday',
  '"a new"',
  'caroline',
  'camping trip',
  '"thank you"',
];

const ROUNDS = 3;

/** Opens the explorer on a page with this trace and searches. */
export async function measureExplorer(
  { browser }: BenchBrowser,
  site: string,
  trace: LargeTrace,
): Promise<ExplorerFigures> {
  const page = await freshPage(browser, site);
  await untilReady(page);
  await dropFiles(page, [trace.path]);
  const start = performance.now();
  await page.evaluate(() => {
    location.hash = '#/?explore=search/words/zzzz';
  });
  await page.getByText(EXPLORER.search.none('zzzz')).waitFor({ timeout: 120_000 });
  const index = performance.now() - start;
  await resetBlocks(page);
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++)
    for (const text of SEARCHES) times.push(await searchTexts(page, text));
  const block = longestBlock(await readBlocks(page));
  await page.context().close();
  return { index_ms: rounded(index), text_search_ms: spread(times), longest_block_ms: block };
}

/** Milliseconds from putting words into the field to another line of results, painted. */
function searchTexts(page: Page, text: string): Promise<number> {
  return page.evaluate(
    ({ words, label }) =>
      new Promise<number>((resolve, reject) => {
        const field = document.querySelector<HTMLInputElement>(`input[aria-label="${label}"]`);
        const state = field?.closest('section')?.querySelector('[role="status"]');
        if (!field || !state) {
          reject(new Error('The search is not on the page.'));
          return;
        }
        const start = performance.now();
        const observer = new MutationObserver(() => {
          observer.disconnect();
          requestAnimationFrame(() => resolve(performance.now() - start));
        });
        observer.observe(state, { childList: true, characterData: true, subtree: true });
        field.value = words;
        field.dispatchEvent(new InputEvent('input', { bubbles: true }));
      }),
    { words: text, label: EXPLORER.search.label },
  );
}
