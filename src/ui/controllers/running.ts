import type { Cell } from '../../notebook/document/cell';
import { freshness, readingStale, RUNNABLE, type Freshness } from '../../notebook/document/runs';
import type { Notebook } from './notebook.svelte';
import type { Page } from './page.svelte';

/** How a cell stands: `view` cells show what there is, the others what a run found. */
export type Standing = Freshness | 'view' | 'reads-stale' | 'nothing';

/** How every cell of the notebook stands, by id. */
export function standings(notebook: Notebook, page: Page): ReadonlyMap<string, Standing> {
  const own = new Map(notebook.cells.map((cell) => [cell.id, standingOf(cell, page)]));
  const stale = new Set([...own].filter(([, standing]) => standing === 'stale').map(([id]) => id));
  for (const id of readingStale(notebook.cells, stale)) {
    const standing = own.get(id);
    if (standing === 'view' || standing === 'fresh') own.set(id, 'reads-stale');
  }
  return own;
}

function standingOf(cell: Cell, page: Page): Standing {
  if (!RUNNABLE.has(cell.kind)) return 'view';
  if (!hasWork(cell, page)) return 'nothing';
  const inputs = page.inputsOf(cell.kind);
  if (cell.kind !== 'benchmark') return freshness(cell, inputs);
  // The table of a benchmark lasts as long as the visit.
  const ran = page.benchmarked === undefined ? undefined : { at: 0, inputs: page.benchmarked };
  return freshness({ ran }, inputs);
}

/** Whether there is anything that a run of the cell could work on. */
function hasWork({ kind }: Cell, page: Page): boolean {
  if (kind === 'failed') return page.traces.some(({ failed }) => failed > 0);
  return page.traces.some(({ labelled }) => labelled > 0);
}

/** Runs one cell; does nothing for kinds that only show. */
export async function runCell({ kind }: Cell, page: Page): Promise<void> {
  if (kind === 'failed') await page.attribute();
  if (kind === 'benchmark') await page.runBenchmark();
}

/**
 * Runs cells in the order in which they read each other, one after the other.
 * @param which those that are stale or were never run, or all that have something to work on
 * @returns how many were run
 */
export async function runCells(
  notebook: Notebook,
  page: Page,
  which: 'stale' | 'all',
): Promise<number> {
  const all = standings(notebook, page);
  const chosen = notebook.cells.filter(({ id, kind }) => {
    const standing = all.get(id);
    if (!RUNNABLE.has(kind) || standing === 'nothing') return false;
    return which === 'all' || standing === 'stale' || standing === 'never';
  });
  for (const cell of chosen) await runCell(cell, page);
  return chosen.length;
}
