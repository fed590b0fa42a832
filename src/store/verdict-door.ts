import type { TraceKey } from '../base/brand';
import type { Result } from '../base/result';
import type { ReplayProof } from '../cases/replay-proof';
import type { Verdict } from '../cases/verdict';
import type { Access } from './access';
import type { VerdictRow } from './rows';

/** A verdict with the name of its decisive operation, and what replay said of it once asked. */
export interface NamedVerdict {
  readonly verdict: Verdict;
  readonly opName: string;
  readonly proof?: ReplayProof;
}

/** Verdicts, one for each trace, query, method and choice of evidence. Outlive their trace. */
export class VerdictDoor {
  constructor(private readonly access: Access) {}

  /** Every verdict of a trace, whatever the method. */
  of(key: TraceKey): Promise<Result<readonly VerdictRow[]>> {
    return this.access.read('reading verdicts', (tables) => tables.under('verdicts', key));
  }

  /** Stores verdicts; an older one found the same way is replaced. */
  put(verdicts: readonly NamedVerdict[], foundAt: number): Promise<Result<void>> {
    const rows = verdicts.map(({ verdict, opName, proof }): VerdictRow => ({
      traceKey: verdict.traceKey,
      queryId: verdict.queryId,
      // Runs that asked models are kept apart: two models, or two samples, are two ways.
      method: verdict.run === undefined ? verdict.method : `${verdict.method} ${verdict.run.id}`,
      evidenceMode: verdict.evidenceMode,
      evidenceQuery: verdict.evidenceQuery ?? '',
      verdict,
      opName,
      foundAt,
      ...(proof && { proof }),
    }));
    const keys = [...new Set(rows.map((row) => row.traceKey))];
    return this.access.write('storing verdicts', (tables) =>
      tables.atomically(['verdicts', 'caseLists'], async () => {
        await tables.remove('caseLists', keys);
        await tables.put('verdicts', rows);
      }),
    );
  }
}
