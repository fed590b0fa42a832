import { expect as briefly, test, type Locator, type Page } from '@playwright/test';
import { TEXTS } from '../../../src/ui/texts';
import type { HarmWatch } from './harm';
import { payloadsIn } from './payloads';

/** Every view in turn, on a machine that may be busy. */
export const expect = briefly.configure({ timeout: 20_000 });

/** A place where text of somebody else is shown: how to get there, and what then shows it. */
export interface Surface {
  readonly name: string;
  readonly open: (page: Page) => Promise<Locator>;
  /** A line of it that leads on, which is really clicked once the surface is noted. */
  readonly click?: (shown: Locator) => Locator;
}

export const cell = (page: Page, name: string): Locator =>
  page.getByRole('region', { name, exact: true });

/** Puts files into the page as its file chooser does. */
export const choose = (
  page: Page,
  chosen: Parameters<Locator['setInputFiles']>[0],
): Promise<void> => page.getByLabel(TEXTS.drop.files, { exact: true }).setInputFiles(chosen);

/** The cell of that kind, added where there is none. */
export async function addCell(page: Page, kind: keyof typeof TEXTS.cell.kind): Promise<Locator> {
  const name = TEXTS.cell.kind[kind];
  const found = cell(page, name);
  if ((await found.count()) === 0)
    await page
      .getByRole('group', { name: TEXTS.cell.add })
      .getByRole('button', { name: `+ ${name}`, exact: true })
      .click();
  return found.first();
}

/** Where a line is clicked: the middle of a long one may be cut off, or lie below what stands beside it. */
export const AT_ITS_START = { x: 8, y: 8 };

/** All that an element shows, what stands in its fields included. */
const wordsOf = (shown: Locator): Promise<string> =>
  shown.evaluate((element) => {
    const fields = element.querySelectorAll('input, textarea');
    const typed = [...fields].map((field) =>
      field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? field.value : '',
    );
    return [element.textContent, ...typed].join(' ');
  });

/**
 * Opens each surface, waits until it shows payloads, notes what they did, and clicks what leads on. A
 * surface that cannot be reached is told with all others of its kind at the end.
 */
export async function visit(
  page: Page,
  harm: HarmWatch,
  surfaces: readonly Surface[],
): Promise<readonly string[]> {
  const missed: string[] = [];
  for (const { name, open, click } of surfaces)
    await test.step(name, async () => {
      try {
        const shown = await open(page);
        const count = async (): Promise<number> => payloadsIn(await wordsOf(shown));
        await expect.poll(count, { message: `payloads in ${name}` }).toBeGreaterThan(0);
        await harm.note(name, await count(), page);
        if (!click) return;
        const line = click(shown).filter({ visible: true }).first();
        await line.click({ position: AT_ITS_START, timeout: 10_000 });
        // A line may lead to another page, which has to come first.
        const behind = async (): Promise<number> => payloadsIn(await wordsOf(page.locator('body')));
        await expect.poll(behind, { message: `payloads behind ${name}` }).toBeGreaterThan(0);
        await harm.note(`${name}, a line clicked`, await behind(), page);
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        // At once: a test that runs out of time would not come to tell it.
        console.log(`Not shown: ${name}: ${reason}`);
        missed.push(`${name}: ${reason}`);
      }
    });
  return missed;
}
