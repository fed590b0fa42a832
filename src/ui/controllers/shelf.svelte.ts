import type { Problem } from '../../base/problem';
import {
  copyOf,
  newNotebook,
  renamed,
  type TemplateName,
} from '../../notebook/document/new-notebook';
import type { NotebookShelf } from '../../notebook/service/contract';
import type { NotebookRow } from '../../store/rows';
import { DOCUMENT } from '../texts-document';
import type { Notices } from './notices.svelte';

/** Every notebook of this browser, and what can be done with them as wholes. */
export class Shelf {
  rows = $state.raw<readonly NotebookRow[] | undefined>(undefined);
  problem = $state.raw<Problem | undefined>(undefined);
  readonly #notebooks: NotebookShelf;
  readonly #notices: Notices;
  /** Deleted, but it may still be undone: out of sight, and not yet gone. */
  #removed = $state.raw<ReadonlySet<string>>(new Set());

  constructor(notebooks: NotebookShelf, notices: Notices) {
    this.#notebooks = notebooks;
    this.#notices = notices;
  }

  /** The notebooks in sight, the one changed last first. */
  get shown(): readonly NotebookRow[] {
    const rows = this.rows ?? [];
    return rows
      .filter(({ id }) => !this.#removed.has(id))
      .sort((a, b) => b.updatedAt - a.updatedAt);
  }

  async load(): Promise<void> {
    const all = await this.#notebooks.all();
    if (all.ok) this.rows = all.value;
    else this.problem = all.problem;
  }

  /** Makes a notebook from a template; returns its id, or nothing when it could not be stored. */
  async make(template: TemplateName): Promise<string | undefined> {
    const row = newNotebook(template, crypto.randomUUID(), Date.now());
    return (await this.#create(row)) ? row.id : undefined;
  }

  async duplicate(row: NotebookRow): Promise<void> {
    await this.#create(
      copyOf(row, crypto.randomUUID(), DOCUMENT.shelf.copyOf(row.title), Date.now()),
    );
    await this.load();
  }

  /** Refused while another tab edits the notebook. */
  async rename(row: NotebookRow, title: string): Promise<void> {
    const saved = await this.#notebooks.change(row.id, (now) => renamed(now, title, Date.now()));
    if (!saved.ok) this.#tell(saved.problem);
    await this.load();
  }

  /** Takes a notebook out of sight; it is deleted when that can no longer be undone. */
  remove(row: NotebookRow): void {
    this.#removed = new Set([...this.#removed, row.id]);
    this.#notices.show(DOCUMENT.shelf.removed(row.title), {
      undo: () => this.#bringBack(row.id),
      expire: () => void this.#forget(row.id),
    });
  }

  async #forget(id: string): Promise<void> {
    if (!this.#removed.has(id)) return;
    const removed = await this.#notebooks.remove(id);
    if (!removed.ok) this.#tell(removed.problem);
    this.#bringBack(id);
    await this.load();
  }

  async #create(row: NotebookRow): Promise<boolean> {
    const created = await this.#notebooks.create(row);
    if (!created.ok) this.#tell(created.problem);
    return created.ok;
  }

  #bringBack(id: string): void {
    this.#removed = new Set([...this.#removed].filter((other) => other !== id));
  }

  #tell({ title, next }: Problem): void {
    this.#notices.show(`${title} ${next}`, { tone: 'trouble' });
  }
}
