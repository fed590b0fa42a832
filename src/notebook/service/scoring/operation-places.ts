import type { OpId, TraceKey } from '../../../base/brand';
import { indexTexts } from '../../../graph/text-table';
import type { Store } from '../../../store/store';

/** Where operations stand in the execution order of their traces, looked up once for each. */
export class OperationPlaces {
  private readonly known = new Map<TraceKey, Map<OpId, number | undefined>>();

  constructor(private readonly store: Store) {}

  /** Looks up operations of a trace; reads its columns only where one is not known yet. */
  async learn(key: TraceKey, ops: Iterable<OpId>): Promise<void> {
    const known = this.known.get(key) ?? new Map<OpId, number | undefined>();
    this.known.set(key, known);
    const missing = [...ops].filter((op) => !known.has(op));
    if (missing.length === 0) return;
    const stored = await this.store.traces.columns(key);
    const row = stored.ok ? stored.value : undefined;
    if (row === undefined) return;
    const indexes = indexTexts(row.columns.operations.id);
    for (const op of missing) {
      const index = indexes.get(op);
      known.set(op, index === undefined ? undefined : row.adjacency.operationRank[index]);
    }
  }

  /** Operations from the second to the first in execution order; `undefined` when one is unknown. */
  steps(key: TraceKey, from: OpId | undefined, to: OpId | undefined): number | undefined {
    const places = this.known.get(key);
    const start = from === undefined ? undefined : places?.get(from);
    const end = to === undefined ? undefined : places?.get(to);
    return start === undefined || end === undefined ? undefined : end - start;
  }
}
