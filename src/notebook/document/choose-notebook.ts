import type { NotebookRow } from '../../store/rows';
import { FIRST_NOTEBOOK } from './first-notebook';

/**
 * The notebook to open: the one asked for; without a wish, or when only remembered, the one changed
 * last; on a first visit the first one, which is then made. `undefined` when a notebook that was
 * asked for by name is not there.
 */
export function chooseNotebook(
  all: readonly NotebookRow[],
  wish: { readonly id: string | undefined; readonly byName: boolean },
): string | undefined {
  if (all.some((row) => row.id === wish.id)) return wish.id;
  if (wish.byName && wish.id !== FIRST_NOTEBOOK) return undefined;
  const newest = [...all].sort((a, b) => b.updatedAt - a.updatedAt)[0];
  return newest?.id ?? FIRST_NOTEBOOK;
}
