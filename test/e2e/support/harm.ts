import { expect, type BrowserContext, type Page, type TestInfo } from '@playwright/test';

/** What one surface did with the payloads that it showed. */
export interface SurfaceLine {
  readonly surface: string;
  readonly payloads: number;
  readonly scripts: number;
  readonly requests: number;
  readonly dialogs: number;
  /** Seconds since the surface before. */
  readonly seconds: number;
}

/** Elements that only markup of a payload could have made. */
const FOREIGN = [
  // Those of the editor, which hold nothing, have no source.
  'img[src], img[srcset], iframe, object, embed, base, form[action]',
  '#app script, body > script:not([src])',
  '[onerror], [onload], [onfocus], [ping]',
  'link[href*="evil.example"], use, [src*="evil.example"]',
].join(', ');

/** Counts what payloads do in the pages of a context, one line for each surface. */
export class HarmWatch {
  private readonly lines: SurfaceLine[] = [];
  private requests: string[] = [];
  private dialogs: string[] = [];
  private last = Date.now();

  /** @param sites origins that the page may reach: its own, and those the user allowed */
  constructor(context: BrowserContext, ...sites: readonly string[]) {
    context.on('request', (request) => {
      const { protocol, origin } = new URL(request.url());
      if (protocol.startsWith('http') && !sites.includes(origin)) this.requests.push(request.url());
    });
    context.on('dialog', (dialog) => {
      this.dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    context.on('page', (page) => {
      if (page.url().includes('evil.example')) this.dialogs.push(`popup ${page.url()}`);
    });
  }

  /** Notes a surface that is on the page now, and fails when anything happened. */
  async note(surface: string, payloads: number, page: Page, least = 1): Promise<void> {
    const scripts = await page.evaluate((foreign) => {
      // Charts bring styles of their own.
      const styles = [...document.querySelectorAll('style')].filter((style) =>
        style.textContent.includes('evil.example'),
      );
      // A payload may stand in an address of the page itself; where it leads is what counts.
      const links = [...document.querySelectorAll('a')].filter(
        ({ protocol, host }) => protocol === 'javascript:' || host.includes('evil.example'),
      );
      const made = [...document.querySelectorAll(foreign), ...styles, ...links].map(
        (e) => `${e.tagName} in ${e.parentElement?.className ?? ''}`,
      );
      return 'pwned' in window ? ['a script ran', ...made] : made;
    }, FOREIGN);
    this.add(surface, payloads, scripts, least);
  }

  /** Notes a file that no page shows. */
  add(surface: string, payloads: number, scripts: readonly string[] = [], least = 1): void {
    const { requests, dialogs } = this;
    const now = Date.now();
    const seconds = (now - this.last) / 1000;
    this.last = now;
    this.lines.push({
      surface,
      payloads,
      scripts: scripts.length,
      requests: requests.length,
      dialogs: dialogs.length,
      seconds,
    });
    expect({ surface, scripts, requests, dialogs }).toEqual({
      surface,
      scripts: [],
      requests: [],
      dialogs: [],
    });
    expect(payloads, `payloads shown in ${surface}`).toBeGreaterThanOrEqual(least);
  }

  /** Prints the list as a table and attaches it to the report. */
  async tell(info: TestInfo): Promise<void> {
    const wide = Math.max(...this.lines.map(({ surface }) => surface.length), 7);
    const row = (name: string, ...cells: readonly (string | number)[]): string =>
      `| ${name.padEnd(wide)} |${cells.map((cell) => ` ${String(cell).padStart(8)} |`).join('')}`;
    const lines = this.lines.map(({ surface, payloads, scripts, requests, dialogs, seconds }) =>
      row(surface, payloads, scripts, requests, dialogs, seconds.toFixed(1)),
    );
    const head = row('surface', 'payloads', 'scripts', 'requests', 'dialogs', 'seconds');
    console.log([head, ...lines].join('\n'));
    await info.attach('surfaces', {
      body: JSON.stringify(this.lines, undefined, 2),
      contentType: 'application/json',
    });
  }
}
