import type { QueryId, TraceKey } from '../base/brand';
import type { Result } from '../base/result';
import type { Access } from './access';
import type { LabelRow } from './rows';

/** Labels made here, one for each trace, query and annotator. Outlive their trace. */
export class LabelDoor {
  constructor(private readonly access: Access) {}

  of(key: TraceKey): Promise<Result<readonly LabelRow[]>> {
    return this.access.read('reading labels', (tables) => tables.under('labels', key));
  }

  put(rows: readonly LabelRow[]): Promise<Result<void>> {
    const keys = [...new Set(rows.map((row) => row.traceKey))];
    return this.access.write('storing labels', (tables) =>
      tables.atomically(['labels', 'caseLists'], async () => {
        await tables.remove('caseLists', keys);
        await tables.put('labels', rows);
      }),
    );
  }

  remove(key: TraceKey, query: QueryId, annotator: string): Promise<Result<void>> {
    return this.access.write('removing a label', (tables) =>
      tables.atomically(['labels', 'caseLists'], async () => {
        await tables.remove('caseLists', [key]);
        await tables.remove('labels', [[key, query, annotator]]);
      }),
    );
  }
}
