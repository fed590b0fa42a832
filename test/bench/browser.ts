import { chromium, type Browser, type Page } from '@playwright/test';
import { findBrowser } from '../../.ci/browser.mjs';
import { childrenWith } from './process-memory';
import { watchPage } from './page-watch';

/** A browser of its own, whose processes can be counted. */
export interface BenchBrowser {
  readonly browser: Browser;
  /** The first process of the browser, the others descend from it; unknown off Linux. */
  readonly pid: number | undefined;
  close(): Promise<void>;
}

/** What tells a browser from other programs that this process started. */
const BROWSER_WORD = '--remote-debugging-pipe';

/** Starts a headless Chromium. */
export async function startBrowser(): Promise<BenchBrowser> {
  const executablePath = await findBrowser();
  const before = childrenWith(BROWSER_WORD);
  const browser = await chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: [
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // Chromium's sandbox refuses to run as root, as in most containers.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
  });
  const pid = childrenWith(BROWSER_WORD).find((child) => !before.includes(child));
  return { browser, pid, close: () => browser.close() };
}

/** Opens a page with empty storage; closing its context forgets everything. */
export async function freshPage(browser: Browser, address: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 } });
  const page = await context.newPage();
  // tsx compiles functions with this helper around their names; the page they are sent to lacks it.
  await page.addInitScript('globalThis.__name ??= (named) => named;');
  await watchPage(page);
  await page.goto(address);
  return page;
}
