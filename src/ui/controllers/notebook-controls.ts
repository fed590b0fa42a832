import type { TEXTS } from '../texts';

export type CellKind = keyof typeof TEXTS.cell.kind;

/** The kinds in the order in which a new notebook shows them. */
export const CELL_KINDS: readonly CellKind[] = ['traces', 'failed', 'case', 'evaluation', 'note'];

/** A cell as the page draws it; `text` is empty for all but notes. */
export interface CellLook {
  readonly id: string;
  readonly kind: CellKind;
  readonly folded: boolean;
  readonly text: string;
}

/** What the page needs of the notebook's document: its cells, and the commands that change them. */
export interface NotebookControls {
  readonly title: string;
  readonly cells: readonly CellLook[];
  readonly saved: keyof typeof TEXTS.saved;
  rename(title: string): void;
  add(kind: CellKind): void;
  /** Takes a cell out; what comes back puts it in again, whatever happened since. */
  remove(id: string): () => void;
  /** Puts the cell one place further up (-1) or down (1). */
  move(id: string, by: 1 | -1): void;
  fold(id: string, folded: boolean): void;
  write(id: string, text: string): void;
  /** Takes back the last change; false when there is none. */
  undo(): boolean;
}
