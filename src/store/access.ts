import { problem } from '../base/problem';
import { err, ok, type Result } from '../base/result';
import type { Backend } from './backend';
import type { StoreStatus } from './status';
import { storageProblem } from './storage-problem';

/** The way of every door to the tables: errors become problems here and nowhere else. */
export class Access {
  constructor(
    private readonly backend: Backend,
    private readonly status: () => StoreStatus,
  ) {}

  /** @param doing what is tried, in words: `reading the traces` */
  read<T>(doing: string, work: (tables: Backend) => Promise<T>): Promise<Result<T>> {
    return this.guard(doing, false, work);
  }

  /** Refused while the stored data is newer than this code. */
  async write<T>(doing: string, work: (tables: Backend) => Promise<T>): Promise<Result<T>> {
    if (this.status().kind === 'newer') return err(problem('storage-newer', `${doing}: refused.`));
    return this.guard(doing, true, work);
  }

  private async guard<T>(
    doing: string,
    isWrite: boolean,
    work: (tables: Backend) => Promise<T>,
  ): Promise<Result<T>> {
    try {
      return ok(await work(this.backend));
    } catch (error) {
      const found = storageProblem(error, doing, isWrite);
      if (found === undefined) throw error;
      return err(found);
    }
  }
}
