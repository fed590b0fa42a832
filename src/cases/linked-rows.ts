import type { QueryId, TraceKey } from '../base/brand';
import type { ImportReport } from '../trace/import-report';
import type { Case } from './case';

/** A trace as far as it matters for telling whose evaluation rows are whose. */
export interface LinkableTrace {
  readonly key: TraceKey;
  readonly imported?: ImportReport | undefined;
  readonly cases: readonly Case[];
}

/** Evaluation rows that belong to traces which are there as well. */
export interface LinkedRows {
  /** Rows → the trace that holds most of their questions. */
  readonly traceOf: ReadonlyMap<TraceKey, TraceKey>;
  /** Trace → question → metrics of the rows. */
  readonly metrics: ReadonlyMap<TraceKey, ReadonlyMap<QueryId, Readonly<Record<string, number>>>>;
}

/** The format whose rows repeat the questions of a trace. */
const ROWS = 'membase-evaluation';

/**
 * Links the evaluation rows that MemBase writes beside a trace to it: every question of the rows is in
 * a trace under the same id and with the same answer. Another run of the same questions answers at
 * least one of them in other words, so its rows stay by themselves. The order of `traces` is no matter
 * for whether rows are linked.
 */
export function linkRows(traces: readonly LinkableTrace[]): LinkedRows {
  const traceOf = new Map<TraceKey, TraceKey>();
  const metrics = new Map<TraceKey, Map<QueryId, Readonly<Record<string, number>>>>();
  const owners = traces.filter(({ imported }) => imported === undefined);
  for (const rows of traces) {
    if (rows.imported?.format !== ROWS || rows.cases.length === 0) continue;
    const found = ownersOf(rows.cases, owners);
    const [owner] = [...found].sort(([, a], [, b]) => b.length - a.length);
    if (owner === undefined) continue;
    traceOf.set(rows.key, owner[0]);
    for (const [key, cases] of found) {
      const known = metrics.get(key) ?? new Map<QueryId, Readonly<Record<string, number>>>();
      for (const c of cases) if (c.metrics !== undefined) known.set(c.queryId, c.metrics);
      metrics.set(key, known);
    }
  }
  return { traceOf, metrics };
}

/** The traces that hold the cases of some rows; empty unless they hold all of them. */
function ownersOf(
  rows: readonly Case[],
  owners: readonly LinkableTrace[],
): ReadonlyMap<TraceKey, readonly Case[]> {
  const found = new Map<TraceKey, readonly Case[]>();
  const placed = new Set<QueryId>();
  for (const { key, cases } of owners) {
    const byQuery = new Map(cases.map((c) => [c.queryId, c]));
    const shared = rows.filter((row) => byQuery.has(row.queryId));
    if (shared.length === 0 || !shared.every((row) => isSame(row, byQuery.get(row.queryId))))
      continue;
    found.set(key, shared);
    for (const { queryId } of shared) placed.add(queryId);
  }
  return rows.every(({ queryId }) => placed.has(queryId)) ? found : new Map();
}

const isSame = (row: Case, of: Case | undefined): boolean =>
  of !== undefined &&
  row.question === of.question &&
  row.prediction.trim() === of.prediction.trim();
