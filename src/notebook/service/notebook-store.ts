import type { Result } from '../../base/result';
import { problem } from '../../base/problem';
import { err } from '../../base/result';
import type { NotebookRow } from '../../store/rows';
import type { Store } from '../../store/store';
import type { NotebookStore, OpenedNotebook } from './contract';

/** How long to wait for another tab's lock: a reload needs a moment to let go of its own. */
const PATIENCE = 1_500;

/** The part of `navigator.locks` that is used; absent in old browsers and in Node. */
export interface Locks {
  request(
    name: string,
    options: { readonly signal: AbortSignal },
    work: () => Promise<void>,
  ): Promise<void>;
}

/** Notebooks in the store, with one writer among all tabs. */
export class StoredNotebooks implements NotebookStore {
  private readonly held = new Set<string>();

  constructor(
    private readonly store: Store,
    private readonly locks: Locks | undefined,
  ) {}

  async open(id: string): Promise<Result<OpenedNotebook>> {
    const mayWrite = await this.lock(id);
    const stored = await this.store.notebooks.get(id);
    if (!stored.ok) return stored;
    return { ok: true, value: { notebook: stored.value, mayWrite } };
  }

  async save(notebook: NotebookRow): Promise<Result<void>> {
    if (this.locks !== undefined && !this.held.has(notebook.id))
      return err(problem('notebook-in-use'));
    return this.store.notebooks.save(notebook);
  }

  /** Takes the notebook's lock for as long as this worker lives. */
  private async lock(id: string): Promise<boolean> {
    const { locks } = this;
    // Without locks the revision check alone keeps two tabs from overwriting each other.
    if (locks === undefined || this.held.has(id)) return true;
    return new Promise((resolve, reject) => {
      const options = { signal: AbortSignal.timeout(PATIENCE) };
      const released = locks.request(`memtrace notebook ${id}`, options, () => {
        this.held.add(id);
        resolve(true);
        return new Promise<void>(() => undefined);
      });
      released.catch((error: unknown) => {
        const isLate = options.signal.aborted;
        if (isLate) resolve(false);
        else reject(error instanceof Error ? error : new Error(String(error)));
      });
    });
  }
}
