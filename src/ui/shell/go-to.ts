import { tick } from 'svelte';
import type { Notebook } from '../controllers/notebook.svelte';

/** Brings a cell to the top of the page and puts the keyboard on its heading. */
export function goToCell(id: string): void {
  const section = document.getElementById(`cell-${id}`);
  section?.scrollIntoView({ block: 'start' });
  section?.querySelector<HTMLElement>('h2 button')?.focus({ preventScroll: true });
}

/** Brings the Case cell into view, unfolded, adding one when there is none. */
export async function goToCase(notebook: Notebook): Promise<void> {
  const find = () => notebook.cells.find(({ kind }) => kind === 'case');
  if (!find()) notebook.add('case');
  const cell = find();
  if (!cell) return;
  if (cell.folded) notebook.fold(cell.id, false);
  await tick();
  goToCell(cell.id);
}
