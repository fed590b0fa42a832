import type { TraceKey } from '../../base/brand';
import type { Store } from '../../store/store';
import { queryCases } from './case-query';
import type { CaseRow, TraceService, TraceSummary } from './contract';

/** What the tables of a notebook show, as it was stored when it was shown last. */
export interface Listed {
  readonly traces: readonly TraceSummary[];
  readonly rows: ReadonlyMap<TraceKey, readonly CaseRow[]>;
}

/**
 * Reads what the tables show. `undefined` where only the trace worker can tell: lists are not stored
 * or were removed by a change since, or evaluation rows have to be linked with their trace.
 * @param chosen the traces of the open notebook; all stored ones when absent
 */
export async function storedLists(
  store: Store,
  chosen: readonly TraceKey[] | undefined,
): Promise<Listed | undefined> {
  const stored = await store.traces.all();
  if (!stored.ok || stored.value.some(({ imported }) => imported !== undefined)) return undefined;
  const traces = stored.value.filter(({ key }) => chosen?.includes(key) ?? true);
  const rows = new Map<TraceKey, readonly CaseRow[]>();
  const lists = await Promise.all(traces.map(({ key }) => store.traces.list(key)));
  for (const [at, { key }] of traces.entries()) {
    const list = lists[at];
    if (list?.ok !== true || list.value === undefined) return undefined;
    rows.set(key, list.value);
  }
  return { traces, rows };
}

/**
 * The trace service, answering what the tables ask from stored lists for as long as there are any:
 * fetching and starting the worker takes longer than everything else that opening a notebook needs.
 * @param listed the stored lists; `undefined` once the worker can be asked
 */
export function listedTraces(
  service: TraceService,
  listed: () => Promise<Listed | undefined>,
): TraceService {
  return {
    ...service,
    traces: async () => (await listed())?.traces ?? service.traces(),
    cases: async (query) => {
      const lists = await listed();
      if (lists === undefined) return service.cases(query);
      const keys = query.traces ?? [...lists.rows.keys()];
      return queryCases(
        keys.flatMap((key) => lists.rows.get(key) ?? []),
        query,
      );
    },
  };
}
