import type { TraceKey } from '../../base/brand';
import type { Cell, NotebookDocument, Ran } from './cell';

/** Everything that changes a document. Indexes count from 0 and are brought into range. */
export type Command =
  | { readonly kind: 'add'; readonly cell: Cell; readonly index: number }
  | { readonly kind: 'remove'; readonly id: string }
  | { readonly kind: 'move'; readonly id: string; readonly index: number }
  | { readonly kind: 'fold'; readonly id: string; readonly folded: boolean }
  | { readonly kind: 'name'; readonly id: string; readonly title: string | undefined }
  | { readonly kind: 'retitle'; readonly title: string }
  /** Replaces the parameters of a cell by those of `cell`, which has the same id and kind. */
  | { readonly kind: 'set'; readonly cell: Cell }
  /** Notes on what a cell was run. */
  | { readonly kind: 'ran'; readonly id: string; readonly ran: Ran | undefined }
  /** Says which traces the notebook holds. */
  | { readonly kind: 'hold'; readonly traces: readonly TraceKey[] | undefined };

/**
 * Whether a command changes what the notebook says. Folding, and the case, filters or annotator that
 * a cell shows, only change how it is looked at; runs and traces are kept as they come, and are no
 * edit of the text that could be taken back.
 */
export function isEdit(command: Command): boolean {
  switch (command.kind) {
    case 'set':
      return command.cell.kind === 'note';
    case 'fold':
    case 'ran':
    case 'hold':
      return false;
    case 'add':
    case 'remove':
    case 'move':
    case 'name':
    case 'retitle':
      return true;
  }
}

/** A changed document, and the command that takes the change back. */
export interface Change {
  readonly document: NotebookDocument;
  readonly inverse: Command;
}

/**
 * Applies a command. `undefined` when it changes nothing: the cell is not there, or it is as the
 * command wants it already.
 */
export function applyCommand(document: NotebookDocument, command: Command): Change | undefined {
  switch (command.kind) {
    case 'add':
      return addCell(document, command.cell, command.index);
    case 'remove':
      return removeCell(document, command.id);
    case 'move':
      return moveCell(document, command.id, command.index);
    case 'retitle':
      if (command.title === document.title) return undefined;
      return {
        document: { ...document, title: command.title },
        inverse: { kind: 'retitle', title: document.title },
      };
    case 'fold':
      return replaceCell(document, command.id, (cell) =>
        cell.folded === command.folded
          ? undefined
          : {
              cell: { ...cell, folded: command.folded },
              inverse: { kind: 'fold', id: cell.id, folded: cell.folded },
            },
      );
    case 'name':
      return replaceCell(document, command.id, (cell) =>
        cell.title === command.title
          ? undefined
          : {
              cell: { ...cell, title: command.title },
              inverse: { kind: 'name', id: cell.id, title: cell.title },
            },
      );
    case 'set':
      return replaceCell(document, command.cell.id, (cell) =>
        cell.kind !== command.cell.kind || cell === command.cell
          ? undefined
          : { cell: command.cell, inverse: { kind: 'set', cell } },
      );
    case 'ran':
      return replaceCell(document, command.id, (cell) => ({
        cell: { ...cell, ran: command.ran },
        inverse: { kind: 'ran', id: cell.id, ran: cell.ran },
      }));
    case 'hold':
      if (sameKeys(document.traces, command.traces)) return undefined;
      return {
        document: { ...document, traces: command.traces },
        inverse: { kind: 'hold', traces: document.traces },
      };
  }
}

const sameKeys = (
  a: readonly TraceKey[] | undefined,
  b: readonly TraceKey[] | undefined,
): boolean =>
  a === b || (a?.length === b?.length && (a?.every((key, i) => key === b?.[i]) ?? false));

function addCell(document: NotebookDocument, cell: Cell, index: number): Change | undefined {
  if (document.cells.some((other) => other.id === cell.id)) return undefined;
  const cells = [...document.cells];
  cells.splice(inRange(index, cells.length), 0, cell);
  return { document: { ...document, cells }, inverse: { kind: 'remove', id: cell.id } };
}

function removeCell(document: NotebookDocument, id: string): Change | undefined {
  const index = document.cells.findIndex((cell) => cell.id === id);
  const cell = document.cells[index];
  if (cell === undefined) return undefined;
  const cells = document.cells.filter((other) => other !== cell);
  return { document: { ...document, cells }, inverse: { kind: 'add', cell, index } };
}

function moveCell(document: NotebookDocument, id: string, index: number): Change | undefined {
  const from = document.cells.findIndex((cell) => cell.id === id);
  const cell = document.cells[from];
  const to = inRange(index, document.cells.length - 1);
  if (cell === undefined || from === to) return undefined;
  const cells = document.cells.filter((other) => other !== cell);
  cells.splice(to, 0, cell);
  return { document: { ...document, cells }, inverse: { kind: 'move', id, index: from } };
}

function replaceCell(
  document: NotebookDocument,
  id: string,
  change: (cell: Cell) => { readonly cell: Cell; readonly inverse: Command } | undefined,
): Change | undefined {
  const cell = document.cells.find((other) => other.id === id);
  const changed = cell && change(cell);
  if (changed === undefined) return undefined;
  const cells = document.cells.map((other) => (other === cell ? changed.cell : other));
  return { document: { ...document, cells }, inverse: changed.inverse };
}

const inRange = (index: number, last: number): number =>
  Math.max(0, Math.min(Math.trunc(index), last));
