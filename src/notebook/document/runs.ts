import type { TraceKey } from '../../base/brand';
import type { Cell, CellKind } from './cell';

/** The kinds of cells that each kind reads; `traces` stands for the traces of the notebook. */
const READS: Partial<Record<CellKind, readonly CellKind[]>> = {
  note: [],
  traces: [],
  failed: ['traces'],
  case: ['failed'],
  evaluation: ['failed', 'labels'],
};

/** The cells above or below whose results a cell shows or works on; most read the traces alone. */
export const readsOf = (kind: CellKind): readonly CellKind[] => READS[kind] ?? ['traces'];

/** The kinds whose results come from a run that somebody starts; the others show what there is. */
export const RUNNABLE: ReadonlySet<CellKind> = new Set<CellKind>(['failed', 'benchmark']);

/** `stale`: it would be run on something else now. */
export type Freshness = 'never' | 'fresh' | 'stale';

/** Everything a run depends on as text: the traces, in whatever order, and the choices made. */
export const inputsText = (
  traces: readonly TraceKey[],
  choices: Readonly<Record<string, string>>,
): string =>
  JSON.stringify({ traces: [...traces].sort(), choices: Object.entries(choices).sort() });

/** How a cell stands whose run would now depend on `inputs`. */
export function freshness({ ran }: Pick<Cell, 'ran'>, inputs: string): Freshness {
  if (ran === undefined) return 'never';
  return ran.inputs === inputs ? 'fresh' : 'stale';
}

/**
 * The cells that show results of stale ones, directly or through others.
 * @param stale ids of the cells that are stale themselves
 */
export function readingStale(
  cells: readonly Cell[],
  stale: ReadonlySet<string>,
): ReadonlySet<string> {
  const kinds = new Set(cells.filter(({ id }) => stale.has(id)).map(({ kind }) => kind));
  const found = new Set<string>();
  for (let before = -1; before !== found.size;) {
    before = found.size;
    for (const cell of cells) {
      if (stale.has(cell.id) || !readsOf(cell.kind).some((kind) => kinds.has(kind))) continue;
      found.add(cell.id);
      kinds.add(cell.kind);
    }
  }
  return found;
}
