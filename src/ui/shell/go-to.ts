import { tick } from 'svelte';
import type { Notebook } from '../controllers/notebook.svelte';

/** Brings a cell to the top of the page and puts the keyboard on its heading. */
export function goToCell(id: string): void {
  const section = document.getElementById(`cell-${id}`);
  section?.scrollIntoView({ block: 'start' });
  section?.querySelector<HTMLElement>('h2 button')?.focus({ preventScroll: true });
}

/** Brings the Case cell into view, unfolded, adding one when there is none. */
export const goToCase = (notebook: Notebook): Promise<void> => goToKind(notebook, 'case');

/**
 * The same for the Explorer cell, onto its search field when it shows one; whoever is in it already
 * stays where he is.
 */
export async function goToExplorer(notebook: Notebook): Promise<void> {
  if (document.activeElement?.closest('[data-cell="explorer"]')) return;
  await goToKind(notebook, 'explorer');
  const field = document.querySelector<HTMLElement>('[data-cell="explorer"] input[type="search"]');
  field?.focus({ preventScroll: true });
}

/** The same for the Labels cell, onto the name of who labels. */
export async function goToLabels(notebook: Notebook): Promise<void> {
  await goToKind(notebook, 'labels');
  const name = document.querySelector<HTMLElement>('[data-cell="labels"] input[type="text"]');
  name?.focus({ preventScroll: true });
}

async function goToKind(notebook: Notebook, kind: 'case' | 'explorer' | 'labels'): Promise<void> {
  const find = () => notebook.cells.find((cell) => cell.kind === kind);
  if (!find()) notebook.add(kind);
  const cell = find();
  if (!cell) return;
  if (cell.folded) notebook.fold(cell.id, false);
  await tick();
  goToCell(cell.id);
}
