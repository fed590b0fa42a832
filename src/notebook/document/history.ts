import type { NotebookDocument } from './cell';
import { applyCommand, isEdit, type Command } from './commands';

/** A document with the commands that lead back, newest last, and forward again. */
export interface History {
  readonly document: NotebookDocument;
  readonly undo: readonly Command[];
  readonly redo: readonly Command[];
}

/** Steps that can be taken back; the oldest are forgotten first. */
const MOST_STEPS = 500;

export const startHistory = (document: NotebookDocument): History => ({
  document,
  undo: [],
  redo: [],
});

/**
 * Applies a command. Looking around (folding, filtering, choosing a case) changes the document but
 * is no step of undo; typing in one note without anything between is a single step.
 */
export function perform(history: History, command: Command): History {
  const change = applyCommand(history.document, command);
  if (change === undefined) return history;
  const { document, inverse } = change;
  if (!isEdit(command)) return { ...history, document };
  const joins = continuesTyping(history, command);
  const undo = joins ? history.undo : [...history.undo, inverse].slice(-MOST_STEPS);
  return { document, undo, redo: [] };
}

/** Takes the last step back; unchanged when there is none. */
export function undoStep(history: History): History {
  const command = history.undo.at(-1);
  if (command === undefined) return history;
  const undo = history.undo.slice(0, -1);
  const change = applyCommand(history.document, command);
  // A step that has nothing left to change (its cell is gone) is passed over.
  if (change === undefined) return undoStep({ ...history, undo });
  return { document: change.document, undo, redo: [...history.redo, change.inverse] };
}

/** Makes the step taken back last again; unchanged when there is none. */
export function redoStep(history: History): History {
  const command = history.redo.at(-1);
  if (command === undefined) return history;
  const redo = history.redo.slice(0, -1);
  const change = applyCommand(history.document, command);
  if (change === undefined) return redoStep({ ...history, redo });
  return { document: change.document, undo: [...history.undo, change.inverse], redo };
}

/** Whether the last step was typing in the same note: its inverse brings back the older text. */
function continuesTyping(history: History, command: Command): boolean {
  const last = history.undo.at(-1);
  return (
    history.redo.length === 0 &&
    command.kind === 'set' &&
    last?.kind === 'set' &&
    last.cell.id === command.cell.id
  );
}
