import type { Rows, TableName } from './rows';
import type { Key } from './schema';

/**
 * Tables of rows with a primary key. The only thing that differs between IndexedDB and memory;
 * errors are thrown as the backend has them and turned into problems by the store.
 */
export interface Backend {
  get<N extends TableName>(table: N, key: Key): Promise<Rows[N] | undefined>;
  /** All rows, ordered by key. */
  all<N extends TableName>(table: N): Promise<readonly Rows[N][]>;
  /** All rows whose compound key starts with `first`, ordered by key. */
  under<N extends TableName>(table: N, first: string): Promise<readonly Rows[N][]>;
  /** Writes all of the rows or none of them. */
  put<N extends TableName>(table: N, rows: readonly Rows[N][]): Promise<void>;
  remove(table: TableName, keys: readonly Key[]): Promise<void>;
  /** Runs `work` so that all its writes happen or none; `work` awaits nothing but the backend. */
  atomically<T>(tables: readonly TableName[], work: () => Promise<T>): Promise<T>;
  close(): void;
}
