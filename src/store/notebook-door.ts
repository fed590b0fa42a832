import { problem } from '../base/problem';
import { err, type Result } from '../base/result';
import type { Access } from './access';
import type { NotebookRow } from './rows';

/** Notebooks: the arrangement of cells. Every write proves that it saw the last one. */
export class NotebookDoor {
  constructor(private readonly access: Access) {}

  all(): Promise<Result<readonly NotebookRow[]>> {
    return this.access.read('reading the list of notebooks', (tables) => tables.all('notebooks'));
  }

  get(id: string): Promise<Result<NotebookRow | undefined>> {
    return this.access.read('reading the notebook', (tables) => tables.get('notebooks', id));
  }

  /**
   * Stores a notebook whose `revision` is one more than the stored one (1 for a new notebook);
   * any other means that somebody else wrote in between, and nothing is changed.
   */
  async save(row: NotebookRow): Promise<Result<void>> {
    const saved = await this.access.write('storing the notebook', (tables) =>
      tables.atomically(['notebooks'], async () => {
        const stored = (await tables.get('notebooks', row.id))?.revision ?? 0;
        if (stored !== row.revision - 1) return stored;
        await tables.put('notebooks', [row]);
        return undefined;
      }),
    );
    if (!saved.ok) return saved;
    if (saved.value === undefined) return { ok: true, value: undefined };
    return err(
      problem(
        'notebook-changed',
        `Revision ${saved.value} is stored, ${row.revision} was to be written.`,
      ),
    );
  }

  remove(id: string): Promise<Result<void>> {
    return this.access.write('removing a notebook', (tables) => tables.remove('notebooks', [id]));
  }
}
