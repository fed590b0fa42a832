import type { Result } from '../base/result';
import type { Access } from './access';
import type { RunCaseRow, RunRow } from './rows';

/** Runs that asked a model, and the cases of each as far as they came. */
export class RunDoor {
  constructor(private readonly access: Access) {}

  /** All runs, the newest first. */
  all(): Promise<Result<readonly RunRow[]>> {
    return this.access.read('reading the runs', async (tables) =>
      [...(await tables.all('runs'))].sort((a, b) => b.createdAt - a.createdAt),
    );
  }

  cases(runId: string): Promise<Result<readonly RunCaseRow[]>> {
    return this.access.read('reading a run', (tables) => tables.under('runCases', runId));
  }

  put(run: RunRow): Promise<Result<void>> {
    return this.access.write('storing a run', (tables) => tables.put('runs', [run]));
  }

  putCase(row: RunCaseRow): Promise<Result<void>> {
    return this.access.write('storing a case of a run', (tables) => tables.put('runCases', [row]));
  }

  /** Forgets a run with its cases; verdicts stay. */
  remove(id: string): Promise<Result<void>> {
    return this.access.write('removing a run', (tables) =>
      tables.atomically(['runs', 'runCases'], async () => {
        const cases = await tables.under('runCases', id);
        await tables.remove(
          'runCases',
          cases.map(({ runId, traceKey, queryId }) => [runId, traceKey, queryId]),
        );
        await tables.remove('runs', [id]);
      }),
    );
  }
}
