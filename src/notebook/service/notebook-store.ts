import type { Result } from '../../base/result';
import { problem } from '../../base/problem';
import { err, ok } from '../../base/result';
import type { NotebookRow } from '../../store/rows';
import type { Store } from '../../store/store';
import type { NotebookOwner, NotebookStore, OpenedNotebook } from './contract';

/** How long to wait for another tab's lock: a reload needs a moment to let go of its own. */
const PATIENCE = 1_500;

/**
 * How long another tab may take to store what it has before its lock is taken from it. A tab that
 * sleeps or hangs never answers; the user was promised the notebook within two seconds.
 */
const HAND_OVER = 1_200;

/** The part of `navigator.locks` that is used; absent in old browsers and in Node. */
export interface Locks {
  request(
    name: string,
    options: { readonly signal: AbortSignal } | { readonly steal: true },
    work: () => Promise<void>,
  ): Promise<void>;
}

/** How the tabs of one browser talk to each other. */
export interface TabChannel {
  postMessage(message: unknown): void;
  addEventListener(kind: 'message', listener: (event: { readonly data: unknown }) => void): void;
}

/** Notebooks in the store, with one writer among all tabs. */
export class StoredNotebooks implements NotebookStore {
  /** What lets go of each lock held here. */
  private readonly held = new Map<string, () => void>();
  private readonly owners = new Map<string, NotebookOwner>();

  constructor(
    private readonly store: Store | Promise<Store>,
    private readonly locks: Locks | undefined,
    private readonly channel?: TabChannel,
  ) {
    channel?.addEventListener('message', ({ data }) => {
      if (isRequest(data)) void this.handOver(data.takeOver);
    });
  }

  async open(id: string): Promise<Result<OpenedNotebook>> {
    const mayWrite = await this.lock(id, PATIENCE);
    return this.stored(id, mayWrite);
  }

  async takeOver(id: string): Promise<Result<OpenedNotebook>> {
    const { locks } = this;
    this.channel?.postMessage({ takeOver: id });
    if (!(await this.lock(id, HAND_OVER)) && locks !== undefined)
      await new Promise<void>((resolve, reject) => {
        this.hold(locks, id, { steal: true }, resolve).catch(reject);
      });
    return this.stored(id, true);
  }

  own(id: string, owner: NotebookOwner): void {
    this.owners.set(id, owner);
  }

  async all(): Promise<Result<readonly NotebookRow[]>> {
    return (await this.store).notebooks.all();
  }

  async save(notebook: NotebookRow): Promise<Result<void>> {
    if (this.locks !== undefined && !this.held.has(notebook.id))
      return err(problem('notebook-in-use'));
    return (await this.store).notebooks.save(notebook);
  }

  async create(notebook: NotebookRow): Promise<Result<void>> {
    return (await this.store).notebooks.save(notebook);
  }

  async change(id: string, to: (notebook: NotebookRow) => NotebookRow): Promise<Result<void>> {
    return this.inLock(id, async ({ notebooks }) => {
      const stored = await notebooks.get(id);
      if (!stored.ok || stored.value === undefined) return stored.ok ? ok(undefined) : stored;
      return notebooks.save(to(stored.value));
    });
  }

  async remove(id: string): Promise<Result<void>> {
    return this.inLock(id, ({ notebooks }) => notebooks.remove(id));
  }

  /** Does something to a notebook that is not open here, if no other tab has it. */
  private async inLock(
    id: string,
    work: (store: Store) => Promise<Result<void>>,
  ): Promise<Result<void>> {
    if (!(await this.lock(id, PATIENCE))) return err(problem('notebook-in-use'));
    try {
      return await work(await this.store);
    } finally {
      this.held.get(id)?.();
    }
  }

  private async stored(id: string, mayWrite: boolean): Promise<Result<OpenedNotebook>> {
    const stored = await (await this.store).notebooks.get(id);
    if (!stored.ok) return stored;
    return { ok: true, value: { notebook: stored.value, mayWrite } };
  }

  /** Another tab wants the notebook: what is unsaved is stored, then the lock is let go. */
  private async handOver(id: string): Promise<void> {
    if (!this.held.has(id)) return;
    await this.owners.get(id)?.handOver();
    this.held.get(id)?.();
  }

  /** Takes the notebook's lock for as long as this page lives, or until another tab takes over. */
  private async lock(id: string, patience: number): Promise<boolean> {
    const { locks } = this;
    // Without locks the revision check alone keeps two tabs from overwriting each other.
    if (locks === undefined || this.held.has(id)) return true;
    return new Promise((resolve, reject) => {
      const signal = AbortSignal.timeout(patience);
      this.hold(locks, id, { signal }, () => resolve(true)).catch((error: unknown) => {
        if (signal.aborted) resolve(false);
        else reject(error instanceof Error ? error : new Error(String(error)));
      });
    });
  }

  /** Asks for a lock; rejects when it was not granted, and tells the owner when it was taken away. */
  private async hold(
    locks: Locks,
    id: string,
    options: Parameters<Locks['request']>[1],
    granted: () => void,
  ): Promise<void> {
    let release: (() => void) | undefined;
    try {
      await locks.request(`memtrace notebook ${id}`, options, () => {
        return new Promise<void>((resolve) => {
          release = resolve;
          this.held.set(id, () => {
            this.held.delete(id);
            resolve();
          });
          granted();
        });
      });
    } catch (error) {
      if (release === undefined) throw error;
      // Granted and then stolen: the browser says so by rejecting.
      this.held.delete(id);
      this.owners.get(id)?.lost();
    }
  }
}

const isRequest = (data: unknown): data is { readonly takeOver: string } =>
  typeof data === 'object' &&
  data !== null &&
  'takeOver' in data &&
  typeof data.takeOver === 'string';
