import { problem, type Problem } from '../../base/problem';
import type { NotebookStore } from '../service/contract';
import { NotebookEditor } from './editor';
import { firstNotebook } from './first-notebook';
import { readNotebook } from './read-notebook';

/** An opened notebook and what to tell about it. */
export interface Opened {
  readonly editor: NotebookEditor;
  /** No notebook was stored: the sample should be read. */
  readonly isFirstVisit: boolean;
  /** Why it is read-only, damaged, or cannot be kept; to be shown once. */
  readonly problem: Problem | undefined;
}

/**
 * Opens a stored notebook, or makes the first one where none is stored. Never fails: without a
 * store the first notebook is shown, and the problem says that it is not kept.
 * @param how `takeOver` makes this tab the writer whoever edits the notebook now
 */
export async function openNotebook(
  store: NotebookStore,
  id: string,
  how: 'open' | 'takeOver' = 'open',
): Promise<Opened> {
  const opened = await store[how](id);
  if (!opened.ok) {
    const editor = new NotebookEditor(store, { ...firstNotebook(), id }, 0, false);
    return { editor, isFirstVisit: false, problem: opened.problem };
  }
  const { notebook, mayWrite } = opened.value;
  const inUse = mayWrite ? undefined : problem('notebook-in-use');
  if (notebook === undefined) {
    const document = { ...firstNotebook(), id };
    const editor = new NotebookEditor(store, document, 0, mayWrite, Date.now, inUse);
    return { editor, isFirstVisit: mayWrite, problem: inUse };
  }
  const read = readNotebook(notebook);
  const newer = read.mayWrite ? undefined : problem('storage-newer');
  const editor = new NotebookEditor(
    store,
    read.document,
    notebook.revision,
    mayWrite && read.mayWrite,
    Date.now,
    newer ?? inUse,
  );
  return { editor, isFirstVisit: false, problem: newer ?? inUse ?? read.problem };
}
