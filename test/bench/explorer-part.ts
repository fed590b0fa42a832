import type { Page } from '@playwright/test';
import { EXPLORER } from '../../src/ui/explorer/texts';
import { DRAWING } from '../../src/ui/texts-drawing';
import { graphOfFile } from '../support/shared-graph';
import { freshPage, type BenchBrowser } from './browser';
import { dropFiles, untilReady } from './drive';
import { longestBlock, readBlocks, resetBlocks } from './page-watch';
import { maximum, rounded, spread, type Spread } from './statistics';
import type { LargeTrace } from './trace-files';

/** Search over all texts of one large trace, from the last key to what was found on the page. */
export interface ExplorerFigures {
  /** Reading the texts into the index, once a trace. */
  readonly index_ms: number;
  readonly text_search_ms: Spread | null;
  readonly longest_block_ms: number;
  readonly hub: HubFigures;
}

/** Opening the variable with the most edges, and page after page of what it is joined with. */
export interface HubFigures {
  readonly edges: number;
  readonly pages: number;
  /** From the address, or the click on “show more”, to the painted drawing. */
  readonly open_ms: Spread | null;
  /** The longest block of the page meanwhile. */
  readonly longest_block_ms: number | null;
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
  const hub = await openHub(page, trace);
  await page.context().close();
  return { index_ms: rounded(index), text_search_ms: spread(times), longest_block_ms: block, hub };
}

const HUB_PAGES = 8;

/** Goes to the neighbourhood of the largest hub and opens page after page of it. */
async function openHub(page: Page, trace: LargeTrace): Promise<HubFigures> {
  const { key, node, edges } = await largestHub(trace);
  const blocks: number[] = [];
  const times: number[] = [];
  const measure = async (start: () => Promise<void>, before: string | null) => {
    await resetBlocks(page);
    const from = performance.now();
    await start();
    await page
      .locator(`[data-drawn^="${node} "]:not([data-drawn="${before ?? ''}"])`)
      .waitFor({ timeout: 30_000 });
    times.push(performance.now() - from);
    blocks.push(longestBlock(await readBlocks(page)));
  };
  const drawn = () => page.locator(`[data-drawn^="${node} "]`).getAttribute('data-drawn');
  const address = `#/?explore=graph/${key}/${encodeURIComponent(node)}`;
  await measure(
    () =>
      page.evaluate((hash) => {
        location.hash = hash;
      }, address),
    null,
  );
  // The list is made when it is opened; from then on it comes along with each page.
  await page
    .locator(`[data-cell="explorer"] details[data-graph-door] > summary`)
    .evaluate((door) => (door instanceof HTMLElement ? door.click() : undefined));
  const more = page.getByRole('button', { name: DRAWING.near.more, exact: true });
  await more
    .first()
    .waitFor({ state: 'attached' })
    .catch(() => undefined);
  let pages = 0;
  while (pages < HUB_PAGES && (await more.count()) > 0) {
    await measure(
      () =>
        more
          .first()
          .evaluate((button) => (button instanceof HTMLElement ? button.click() : undefined)),
      await drawn(),
    );
    pages++;
  }
  return { edges, pages, open_ms: spread(times), longest_block_ms: maximum(blocks) };
}

/** The variable of a trace with the most edges. */
async function largestHub(trace: LargeTrace) {
  const graph = await graphOfFile(trace.path);
  let [hub, edges] = [0, 0];
  for (let node = 0; node < graph.nodeCount; node++) {
    const degree = graph.outgoing(node).length + graph.incoming(node).length;
    if (degree > edges) [hub, edges] = [node, degree];
  }
  return { key: graph.key, node: graph.nodeId(hub), edges };
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
