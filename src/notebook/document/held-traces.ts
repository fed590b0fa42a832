import type { TraceKey } from '../../base/brand';
import type { NotebookRow } from '../../store/rows';
import type { NotebookDocument } from './cell';

/**
 * The traces that a notebook holds when it is opened: those it names that are stored, and those
 * stored that no notebook names. The page may have ended between storing a trace and noting which
 * notebook it was read into, and nothing that was read may be lost.
 * @param all every stored notebook
 * @param stored the keys of every stored trace
 */
export function heldTraces(
  { id, traces }: NotebookDocument,
  all: readonly NotebookRow[],
  stored: readonly TraceKey[],
): readonly TraceKey[] {
  if (traces === undefined) return stored;
  const named = new Set(traces);
  const others = all.filter((row) => row.id !== id);
  // A notebook that names none holds them all.
  const isOrphan = (key: TraceKey): boolean =>
    others.every((row) => row.traces !== undefined && !row.traces.includes(key));
  return stored.filter((key) => named.has(key) || isOrphan(key));
}

/** Whether a notebook other than this one holds a trace, so that its bytes must stay. */
export const isHeldElsewhere = (key: TraceKey, id: string, all: readonly NotebookRow[]): boolean =>
  all.some((row) => row.id !== id && (row.traces?.includes(key) ?? true));
