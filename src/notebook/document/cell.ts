import type { QueryId, TraceKey } from '../../base/brand';
import type { PlannedChange } from '../replay/contract';
import type { AttributionOptions, CaseQuery } from '../service/contract';

/** The kinds of cells, in the order in which a new notebook shows them. */
export const CELL_KINDS = [
  'note',
  'traces',
  'failed',
  'case',
  'explorer',
  'evaluation',
  'labels',
  'benchmark',
  'models',
  'attribution',
  'report',
  'lab',
  'replay',
] as const;
export type CellKind = (typeof CELL_KINDS)[number];

/** What every cell has. `title` is what the user called it; without one its kind is its name. */
interface CellFrame {
  readonly id: string;
  readonly title: string | undefined;
  readonly folded: boolean;
  /** What its results were made from, when it was last run. */
  readonly ran?: Ran | undefined;
}

/** When a cell was run, and on what: results are stale once it would be run on something else. */
export interface Ran {
  readonly at: number;
  /** Everything its results depend on, as text; compared by equality. */
  readonly inputs: string;
}

/** Filters and order of a table. */
export type TableQuery = Omit<CaseQuery, 'offset' | 'limit'>;

/** How the failed questions were attributed last. */
export type AttributionChoices = Pick<AttributionOptions, 'evidence' | 'evidenceQuery'>;

/** The case that a Case cell shows. */
export interface ShownCase {
  readonly trace: TraceKey;
  readonly query: QueryId;
}

/** A cell with its parameters. Results are not part of the document: they are stored by trace. */
export type Cell =
  | (CellFrame & { readonly kind: 'traces' })
  | (CellFrame & {
      readonly kind: 'failed';
      readonly table: TableQuery;
      readonly attribution?: AttributionChoices | undefined;
    })
  | (CellFrame & { readonly kind: 'case'; readonly shown: ShownCase | undefined })
  | (CellFrame & { readonly kind: 'explorer' })
  | (CellFrame & { readonly kind: 'evaluation' })
  | (CellFrame & { readonly kind: 'labels'; readonly annotator: string })
  | (CellFrame & { readonly kind: 'benchmark' })
  | (CellFrame & { readonly kind: 'models' })
  | (CellFrame & { readonly kind: 'attribution' })
  | (CellFrame & { readonly kind: 'report' })
  | (CellFrame & { readonly kind: 'lab'; readonly lab: string | undefined })
  | (CellFrame & {
      readonly kind: 'replay';
      /** What is to be different, in which trace. */
      readonly trace: TraceKey | undefined;
      readonly changes: readonly PlannedChange[];
    })
  | (CellFrame & { readonly kind: 'note'; readonly text: string });

/** A notebook: a title and cells, in order. */
export interface NotebookDocument {
  readonly id: string;
  readonly title: string;
  readonly cells: readonly Cell[];
  /** The traces it holds; every stored one when it does not say. */
  readonly traces?: readonly TraceKey[] | undefined;
}

/** Kinds that a notebook may hold several of; two of the others would show the same. */
export const REPEATABLE: ReadonlySet<CellKind> = new Set<CellKind>(['note']);

export const EVERY_FAILURE: TableQuery = { outcomes: ['failed'], sort: undefined };

/** A cell of a kind with nothing chosen yet. */
export function emptyCell(kind: CellKind, id: string): Cell {
  const frame = { id, title: undefined, folded: false };
  switch (kind) {
    case 'failed':
      return { ...frame, kind, table: EVERY_FAILURE };
    case 'case':
      return { ...frame, kind, shown: undefined };
    case 'note':
      return { ...frame, kind, text: '' };
    case 'labels':
      return { ...frame, kind, annotator: '' };
    case 'lab':
      return { ...frame, kind, lab: undefined };
    case 'replay':
      return { ...frame, kind, trace: undefined, changes: [] };
    case 'traces':
    case 'explorer':
    case 'evaluation':
    case 'benchmark':
    case 'models':
    case 'attribution':
    case 'report':
      return { ...frame, kind };
  }
}

/** An id that no cell of these has, nor had while they were given one after the other. */
export function freeCellId(ids: Iterable<string>): string {
  let highest = 0;
  for (const id of ids) {
    const number = /^cell-(\d{1,9})$/.exec(id)?.[1];
    highest = Math.max(highest, Number(number ?? 0));
  }
  return `cell-${highest + 1}`;
}
