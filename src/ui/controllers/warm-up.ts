import type { Page } from './page.svelte';

let begun = false;

/**
 * Has what the first case needs fetched and set going while the page is idle, once. Files that are read
 * go before. What cannot be fetched now is fetched, and its failure told, when a case is opened.
 */
export function warmUp(page: Page): void {
  if (begun || !page.explorer) return;
  begun = true;
  const isFree = (): boolean => !page.imports.busy;
  import('../graph/warm')
    .then(({ warmDrawings }) => warmDrawings(isFree))
    .then(() => import('../explorer/CasePath.svelte'))
    .catch(() => (begun = false));
}
