import { expect, type Locator, type Page } from '@playwright/test';

/** More stops than any view has; the path to a control is never longer. */
const MOST_STOPS = 200;

/** Stops before a control at which tabbing to it begins: all of a page took a minute a test. */
const NEAR = 6;

/** Puts the focus some stops before or after an element, unless that has it already. */
function comeNear(element: Element, by: number): void {
  if (element === document.activeElement) return;
  const stops = [
    ...document.querySelectorAll<HTMLElement>(
      'a[href], button:not([disabled]), input, select, textarea, summary, [tabindex="0"]',
    ),
  ];
  const at = stops.findIndex((stop) => stop === element);
  const from = stops.findIndex((stop) => stop === document.activeElement);
  // Close enough already; leaving a menu would shut it.
  if (from >= 0 && Math.abs(from - at) <= 4 * Math.abs(by)) return;
  if (at >= 0) stops[at + by]?.focus();
}

/** Presses Tab (or Shift+Tab) until a control has the focus, as somebody without a mouse would. */
export async function tabTo(page: Page, control: Locator, key = 'Tab'): Promise<void> {
  await expect(control).toBeVisible();
  // Found once: looking for it by its role again at every stop took most of the time.
  let target = await control.elementHandle();
  await target.evaluate(comeNear, key === 'Tab' ? -NEAR : NEAR);
  for (let stop = 0; stop < MOST_STOPS; stop++) {
    const at = await target.evaluate((element) =>
      element === document.activeElement ? 'there' : element.isConnected ? 'elsewhere' : 'gone',
    );
    if (at === 'there') return;
    if (at !== 'elsewhere') target = await control.elementHandle();
    await page.keyboard.press(key);
  }
  throw new Error(`${MOST_STOPS} times ${key} did not lead to ${String(control)}.`);
}

/** Reaches a control by Tab and presses Enter on it. */
export async function activate(page: Page, control: Locator): Promise<void> {
  await tabTo(page, control);
  await page.keyboard.press('Enter');
}

/** The name of what has the focus, for messages and for checks of where it went. */
export const focused = (page: Page): Promise<string> =>
  page.evaluate(() => document.activeElement?.textContent.trim() ?? '');
