import { expect, type BrowserContext, type Page, type TestInfo } from '@playwright/test';

/** What one surface did with the payloads that it showed. */
export interface SurfaceLine {
  readonly surface: string;
  readonly payloads: number;
  readonly scripts: number;
  readonly requests: number;
  readonly dialogs: number;
}

/** Elements that only markup of a payload could have made. */
const FOREIGN = [
  'img, iframe, object, embed, base, form[action]',
  '#app script, body > script:not([src])',
  '[onerror], [onload], [onfocus], [ping]',
  'a[href^="javascript" i], [href*="evil.example"]:not([href^="#"]), [src*="evil.example"]',
].join(', ');

/** Counts what payloads do in the pages of a context, one line for each surface. */
export class HarmWatch {
  private readonly lines: SurfaceLine[] = [];
  private requests: string[] = [];
  private dialogs: string[] = [];

  constructor(context: BrowserContext, site: string) {
    context.on('request', (request) => {
      const { protocol, origin } = new URL(request.url());
      if (protocol.startsWith('http') && origin !== site) this.requests.push(request.url());
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
  async note(surface: string, payloads: number, page: Page): Promise<void> {
    const scripts = await page.evaluate((foreign) => {
      // Charts bring styles of their own.
      const styles = [...document.querySelectorAll('style')].filter((style) =>
        style.textContent.includes('evil.example'),
      );
      const made = [...document.querySelectorAll(foreign), ...styles].map(
        (e) => `${e.tagName} in ${e.parentElement?.className ?? ''}`,
      );
      return 'pwned' in window ? ['a script ran', ...made] : made;
    }, FOREIGN);
    this.add(surface, payloads, scripts);
  }

  /** Notes a file that no page shows. */
  add(surface: string, payloads: number, scripts: readonly string[] = []): void {
    const { requests, dialogs } = this;
    this.lines.push({
      surface,
      payloads,
      scripts: scripts.length,
      requests: requests.length,
      dialogs: dialogs.length,
    });
    expect({ surface, scripts, requests, dialogs }).toEqual({
      surface,
      scripts: [],
      requests: [],
      dialogs: [],
    });
    expect(payloads, `payloads shown in ${surface}`).toBeGreaterThan(0);
  }

  /** Prints the list and attaches it to the report. */
  async tell(info: TestInfo): Promise<void> {
    for (const { surface, payloads, scripts, requests, dialogs } of this.lines)
      console.log(
        `${surface}: ${payloads} payloads, ${scripts} scripts, ${requests} requests, ${dialogs} dialogs`,
      );
    await info.attach('surfaces', {
      body: JSON.stringify(this.lines, undefined, 2),
      contentType: 'application/json',
    });
  }
}
