import type { Page } from '@playwright/test';

/** What must be on the page: so many elements that match, each with such a text where one is given. */
export interface Shown {
  readonly selector: string;
  /** A regular expression that the text of the element matches. */
  readonly text?: string;
  /** Exactly this many, at least one when absent. */
  readonly count?: number;
}

/** What sets the clock going. */
export type Start =
  /** The next event of this kind, wherever on the page. */
  | { readonly on: string }
  /** A click on the first element that matches. */
  | { readonly click: string }
  /** Other words in the first field that matches. */
  | { readonly type: string; readonly words: string };

/**
 * Milliseconds from `start` until the page shows all of `shown`, by the page's own clock and without the
 * way to this process and back. With `paint`, until the frame after that.
 * @throws Error when it is not shown after `limit` milliseconds
 */
export function timeUntil(
  page: Page,
  start: Start,
  shown: readonly Shown[],
  { paint = false, limit = 300_000 }: { readonly paint?: boolean; readonly limit?: number } = {},
): Promise<number> {
  return page.evaluate(
    ({ start, shown, paint, limit }) =>
      new Promise<number>((resolve, reject) => {
        let began = Number.NaN;
        const isShown = ({ selector, text, count }: Shown): boolean => {
          const pattern = new RegExp(text ?? '');
          const found = [...document.querySelectorAll(selector)].filter((element) =>
            pattern.test(element.textContent),
          );
          return count === undefined ? found.length > 0 : found.length === count;
        };
        const timer = setTimeout(() => {
          observer.disconnect();
          reject(new Error(`Not shown: ${JSON.stringify(shown)}`));
        }, limit);
        const finish = (): void => {
          clearTimeout(timer);
          observer.disconnect();
          const stop = (): void => resolve(performance.now() - began);
          if (paint) requestAnimationFrame(() => setTimeout(stop, 0));
          else stop();
        };
        const observer = new MutationObserver(() => {
          if (!Number.isNaN(began) && shown.every(isShown)) finish();
        });
        observer.observe(document, {
          subtree: true,
          childList: true,
          characterData: true,
          attributes: true,
        });
        if ('on' in start) {
          const begin = (): void => {
            began = performance.now();
          };
          document.addEventListener(start.on, begin, { capture: true, once: true });
          return;
        }
        const selector = 'click' in start ? start.click : start.type;
        const element = document.querySelector<HTMLElement>(selector);
        if (element === null) {
          reject(new Error(`Nothing matches ${selector}`));
          return;
        }
        began = performance.now();
        if ('click' in start) element.click();
        else if (element instanceof HTMLInputElement) {
          element.value = start.words;
          element.dispatchEvent(new InputEvent('input', { bubbles: true }));
        }
      }),
    { start, shown, paint, limit },
  );
}
