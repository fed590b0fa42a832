import type { Backend } from '../../src/store/backend';
import { MemoryBackend } from '../../src/store/memory-backend';
import type { Rows, TableName } from '../../src/store/rows';
import type { Key } from '../../src/store/schema';

/** A backend in memory whose `failAt`-th operation (from 1) fails as a browser would. */
export class FailingBackend implements Backend {
  operations = 0;
  failAt = Number.POSITIVE_INFINITY;

  constructor(
    private readonly makeError: () => Error,
    private readonly inner = new MemoryBackend(),
  ) {}

  async get<N extends TableName>(table: N, key: Key): Promise<Rows[N] | undefined> {
    this.count();
    return this.inner.get(table, key);
  }

  async all<N extends TableName>(table: N): Promise<readonly Rows[N][]> {
    this.count();
    return this.inner.all(table);
  }

  async under<N extends TableName>(table: N, first: string): Promise<readonly Rows[N][]> {
    this.count();
    return this.inner.under(table, first);
  }

  async put<N extends TableName>(table: N, rows: readonly Rows[N][]): Promise<void> {
    this.count();
    return this.inner.put(table, rows);
  }

  async remove(table: TableName, keys: readonly Key[]): Promise<void> {
    this.count();
    return this.inner.remove(table, keys);
  }

  atomically<T>(tables: readonly TableName[], work: () => Promise<T>): Promise<T> {
    return this.inner.atomically(tables, work);
  }

  close(): void {
    this.inner.close();
  }

  private count(): void {
    this.operations++;
    if (this.operations === this.failAt) throw this.makeError();
  }
}
