/** What the page shows: the list of notebooks, the help, or one of the notebooks. */
export type Place =
  | { readonly kind: 'shelf' }
  | { readonly kind: 'help' }
  | { readonly kind: 'notebook'; readonly id: string | undefined; readonly byName: boolean };

const NOTEBOOK = 'notebook';
const SHELF = 'notebooks';
const HELP = 'help';
const LAST = 'memtrace.last-notebook';

/**
 * The place that an address names. Notebooks are named before the `#`: going from one to another
 * loads the page anew, which lets go of locks and memory of the one before.
 */
export function placeOf(search: string): Place {
  const fields = new URLSearchParams(search);
  if (fields.has(SHELF)) return { kind: 'shelf' };
  if (fields.has(HELP)) return { kind: 'help' };
  const named = fields.get(NOTEBOOK);
  return named === null
    ? { kind: 'notebook', id: remembered(), byName: false }
    : { kind: 'notebook', id: named, byName: true };
}

/** The help, at one of its pages when named. */
export const helpLink = (page?: string): string => `./?${HELP}${page ? `#${page}` : ''}`;

export const shelfLink = (): string => `./?${SHELF}`;

export const notebookLink = (id: string): string => `./?${NOTEBOOK}=${encodeURIComponent(id)}`;

/** Remembers the notebook that the bare address leads to. */
export function remember(id: string): void {
  try {
    localStorage.setItem(LAST, id);
  } catch {
    // Storage is switched off: the bare address leads to the newest notebook.
  }
}

function remembered(): string | undefined {
  try {
    return localStorage.getItem(LAST) ?? undefined;
  } catch {
    return undefined;
  }
}
