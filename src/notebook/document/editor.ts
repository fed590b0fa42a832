import { problem, type Problem } from '../../base/problem';
import type { ProblemKind } from '../../base/problems';
import type { NotebookRow } from '../../store/rows';
import type { NotebookStore } from '../service/contract';
import {
  emptyCell,
  freeCellId,
  REPEATABLE,
  type Cell,
  type CellKind,
  type NotebookDocument,
} from './cell';
import { isEdit, type Command } from './commands';
import { perform, redoStep, startHistory, undoStep, type History } from './history';
import { NOTEBOOK_FORMAT } from './read-notebook';

/** Whether what is shown is stored. `read-only`: another tab writes, or a newer version wrote. */
export type SaveState = 'saved' | 'saving' | 'unsaved' | 'read-only';

/** How long changes are gathered before they are stored; stored within two seconds in all. */
const SAVE_AFTER = 800;
/** When storing failed for a reason that may pass. */
const TRY_AGAIN_AFTER = 5_000;

/** Another tab or version has the notebook: writing would overwrite its work. */
const LOST_TO_ANOTHER: ReadonlySet<ProblemKind> = new Set([
  'notebook-changed',
  'notebook-in-use',
  'storage-closed',
  'storage-newer',
]);

/**
 * An open notebook: the document, its history, and autosave with a revision check. Tells listeners
 * after every change of document or save state. Plain callbacks; knows no page.
 */
export class NotebookEditor {
  private history: History;
  private state: SaveState;
  private failure: Problem | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private writing: Promise<void> | undefined;
  private readonly usedIds: Set<string>;
  private readonly listeners = new Set<() => void>();
  private refused = 0;
  private isLeaving = false;
  private isFilling = false;

  /**
   * @param revision the revision that is stored; 0 for a notebook that is not stored yet, which is
   *   written at once
   */
  constructor(
    private readonly store: NotebookStore,
    document: NotebookDocument,
    private revision: number,
    mayWrite: boolean,
    private readonly now: () => number = Date.now,
    /** Why it is read-only from the start. */
    reason?: Problem,
  ) {
    this.failure = reason;
    this.history = startHistory(document);
    this.usedIds = new Set(document.cells.map((cell) => cell.id));
    this.state = mayWrite ? 'saved' : 'read-only';
    if (mayWrite && revision === 0) this.becomeUnsaved(SAVE_AFTER);
    store.own(document.id, {
      handOver: () => this.handOver(),
      lost: () => this.becomeReadOnly(problem('notebook-taken-over')),
    });
  }

  get document(): NotebookDocument {
    return this.history.document;
  }

  get title(): string {
    return this.document.title;
  }

  get cells(): readonly Cell[] {
    return this.document.cells;
  }

  get saved(): SaveState {
    return this.state;
  }

  /** Why the last attempt to store failed, until one succeeds. */
  get problem(): Problem | undefined {
    return this.failure;
  }

  /** How many edits were refused because the notebook is read-only. */
  get refusals(): number {
    return this.refused;
  }

  get canUndo(): boolean {
    return this.history.undo.length > 0;
  }

  get canRedo(): boolean {
    return this.history.redo.length > 0;
  }

  /** Calls `listener` after each change. Returns the way to stop. */
  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /**
   * Applies a command. A read-only notebook refuses edits, which would be lost; what only looks
   * around is applied and not stored.
   */
  do(command: Command): void {
    if (isEdit(command) && this.refuses()) return;
    this.become(perform(this.history, command));
  }

  /**
   * Adds an empty cell; at the end when no index is given. Returns its id, which no cell has when
   * the notebook is read-only.
   */
  add(kind: CellKind, index = this.cells.length): string {
    const id = freeCellId(this.usedIds);
    this.usedIds.add(id);
    this.do({ kind: 'add', cell: emptyCell(kind, id), index });
    return id;
  }

  /** Removes a cell. What comes back puts it in again where it was, whatever happened since. */
  remove(id: string): () => void {
    const index = this.cells.findIndex((cell) => cell.id === id);
    const cell = this.cells[index];
    if (cell === undefined) return () => undefined;
    this.do({ kind: 'remove', id });
    return () => this.do({ kind: 'add', cell, index });
  }

  /** Puts a copy of a cell below it. Returns its id; of kinds that come once there is no copy. */
  duplicate(id: string): string | undefined {
    const index = this.cells.findIndex((cell) => cell.id === id);
    const cell = this.cells[index];
    if (cell === undefined || !REPEATABLE.has(cell.kind)) return undefined;
    const copy = { ...cell, id: freeCellId(this.usedIds) };
    this.usedIds.add(copy.id);
    this.do({ kind: 'add', cell: copy, index: index + 1 });
    return copy.id;
  }

  /** Moves a cell by places, up when negative. */
  move(id: string, by: number): void {
    const index = this.cells.findIndex((cell) => cell.id === id);
    if (index >= 0) this.do({ kind: 'move', id, index: index + by });
  }

  fold(id: string, folded: boolean): void {
    this.do({ kind: 'fold', id, folded });
  }

  /** Gives a cell a name of its own, or with no text its kind's name back. */
  name(id: string, title: string): void {
    const text = title.trim();
    this.do({ kind: 'name', id, title: text === '' ? undefined : text });
  }

  /** Gives the notebook a title. */
  rename(title: string): void {
    this.do({ kind: 'retitle', title });
  }

  /** Writes the Markdown text of a note; of another kind of cell nothing changes. */
  write(id: string, text: string): void {
    const cell = this.cells.find((other) => other.id === id);
    if (cell?.kind === 'note' && cell.text !== text)
      this.do({ kind: 'set', cell: { ...cell, text } });
  }

  /** Takes back the last change; false when there is none or the notebook is read-only. */
  undo(): boolean {
    if (this.refuses()) return false;
    return this.become(undoStep(this.history));
  }

  redo(): boolean {
    if (this.refuses()) return false;
    return this.become(redoStep(this.history));
  }

  /** Stores what is not stored yet, now: for when the page is left. */
  async flush(): Promise<void> {
    while (this.writing !== undefined) await this.writing;
    if (this.state !== 'unsaved') return;
    clearTimeout(this.timer);
    this.timer = undefined;
    this.writing = this.save();
    try {
      await this.writing;
    } finally {
      this.writing = undefined;
    }
  }

  /**
   * Stores nothing of its own accord until `work` has ended: a page that goes away while a new
   * notebook is filled leaves none behind, and the next visit fills it anew.
   */
  async saveAfter<T>(work: Promise<T>): Promise<T> {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.isFilling = true;
    try {
      return await work;
    } finally {
      this.isFilling = false;
      if (this.state === 'unsaved') this.schedule(SAVE_AFTER);
    }
  }

  /** Another tab takes over: edits end here and now, and what is unsaved is still stored. */
  private async handOver(): Promise<void> {
    this.isLeaving = true;
    this.tell();
    await this.flush();
    this.becomeReadOnly(problem('notebook-taken-over'));
  }

  private becomeReadOnly(reason: Problem): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.failure = reason;
    this.set('read-only');
  }

  private refuses(): boolean {
    if (this.state !== 'read-only' && !this.isLeaving) return false;
    this.refused++;
    this.tell();
    return true;
  }

  private become(history: History): boolean {
    const hasChanged = history.document !== this.history.document;
    this.history = history;
    if (!hasChanged) return false;
    if (this.state === 'saved') this.state = 'unsaved';
    if (this.state === 'unsaved') this.schedule(SAVE_AFTER);
    this.tell();
    return true;
  }

  /** Counted from the first unsaved change, so that steady typing cannot put it off. */
  private schedule(delay: number): void {
    if (this.isFilling) return;
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      void this.flush();
    }, delay);
  }

  private async save(): Promise<void> {
    const { document } = this.history;
    this.set('saving');
    const revision = this.revision + 1;
    const row = { ...document, format: NOTEBOOK_FORMAT, revision, updatedAt: this.now() };
    const failure = await this.tryToStore(row);
    // Taken over while it was writing: the reason given then is the one that counts.
    if (this.state !== 'saving') return;
    this.failure = failure;
    if (this.failure === undefined) {
      this.revision = revision;
      if (this.history.document === document) this.set('saved');
      else this.becomeUnsaved(SAVE_AFTER);
    } else if (LOST_TO_ANOTHER.has(this.failure.kind)) this.set('read-only');
    else this.becomeUnsaved(TRY_AGAIN_AFTER);
  }

  private async tryToStore(row: NotebookRow): Promise<Problem | undefined> {
    try {
      const result = await this.store.save(row);
      return result.ok ? undefined : result.problem;
    } catch (error) {
      return problem('unexpected', error instanceof Error ? error.message : String(error));
    }
  }

  private becomeUnsaved(delay: number): void {
    this.set('unsaved');
    this.schedule(delay);
  }

  private set(state: SaveState): void {
    this.state = state;
    this.tell();
  }

  private tell(): void {
    for (const listener of this.listeners) listener();
  }
}
