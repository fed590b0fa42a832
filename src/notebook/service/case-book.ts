import type { QueryId, TraceKey } from '../../base/brand';
import type { Problem } from '../../base/problem';
import type { Case } from '../../cases/case';
import type { Verdict } from '../../cases/verdict';
import type { TraceRow } from '../../store/rows';
import type { Store } from '../../store/store';
import type { NamedVerdict } from '../../store/verdict-door';
import { caseRow } from './case-rows';
import type { CaseRow } from './contract';

interface Found extends NamedVerdict {
  readonly foundAt: number;
}

interface Entry {
  readonly trace: TraceRow;
  readonly cases: readonly Case[];
  readonly byQuery: ReadonlyMap<QueryId, Case>;
  /** Every verdict of a case; the newest is the one shown. */
  readonly verdicts: Map<QueryId, Found[]>;
  rows: readonly CaseRow[] | undefined;
}

/** The cases of all stored traces with their verdicts, held in memory to answer tables at once. */
export class CaseBook {
  private readonly entries = new Map<TraceKey, Entry>();

  constructor(private readonly store: Store) {}

  /** Reads everything stored. Returns the problems met; what could be read is there. */
  async load(): Promise<readonly Problem[]> {
    const traces = await this.store.traces.all();
    if (!traces.ok) return [traces.problem];
    const problems: Problem[] = [];
    for (const trace of traces.value) {
      const cases = await this.store.traces.cases(trace.key);
      if (!cases.ok) problems.push(cases.problem);
      const met = await this.add(trace, cases.ok ? cases.value : []);
      if (met !== undefined) problems.push(met);
    }
    return problems;
  }

  /** Adds a stored trace; verdicts of an earlier stay come back with it. */
  async add(trace: TraceRow, cases: readonly Case[]): Promise<Problem | undefined> {
    const stored = await this.store.verdicts.of(trace.key);
    const verdicts = new Map<QueryId, Found[]>();
    for (const row of stored.ok ? stored.value : []) insert(verdicts, row);
    const byQuery = new Map(cases.map((c) => [c.queryId, c]));
    this.entries.set(trace.key, { trace, cases, byQuery, verdicts, rows: undefined });
    return stored.ok ? undefined : stored.problem;
  }

  remove(key: TraceKey): void {
    this.entries.delete(key);
  }

  /** Takes in verdicts that were just found. */
  found(verdicts: readonly NamedVerdict[], foundAt: number): void {
    for (const named of verdicts) {
      const entry = this.entries.get(named.verdict.traceKey);
      if (entry === undefined) continue;
      insert(entry.verdicts, { ...named, foundAt });
      entry.rows = undefined;
    }
  }

  summaries(): readonly TraceRow[] {
    return [...this.entries.values()].map((entry) => entry.trace);
  }

  summary(key: TraceKey): TraceRow | undefined {
    return this.entries.get(key)?.trace;
  }

  cases(key: TraceKey): readonly Case[] {
    return this.entries.get(key)?.cases ?? [];
  }

  find(key: TraceKey, query: QueryId): Case | undefined {
    return this.entries.get(key)?.byQuery.get(query);
  }

  /** The verdict shown for a case: the newest. */
  verdict(key: TraceKey, query: QueryId): NamedVerdict | undefined {
    return this.entries.get(key)?.verdicts.get(query)?.at(-1);
  }

  /** Whether a case has a verdict that was found in this way. */
  has(key: TraceKey, query: QueryId, way: (verdict: Verdict) => boolean): boolean {
    const found = this.entries.get(key)?.verdicts.get(query) ?? [];
    return found.some(({ verdict }) => way(verdict));
  }

  /** Keys of the traces asked for that are stored; all of them when none are named. */
  keys(traces: readonly TraceKey[] | undefined): readonly TraceKey[] {
    if (traces === undefined) return [...this.entries.keys()];
    return traces.filter((key) => this.entries.has(key));
  }

  /** Rows of the table, in the order of traces and cases. */
  rows(traces: readonly TraceKey[] | undefined): readonly CaseRow[] {
    return this.keys(traces).flatMap((key) => {
      const entry = this.entries.get(key);
      if (entry === undefined) return [];
      entry.rows ??= entry.cases.map((c) => caseRow(c, this.verdict(key, c.queryId)));
      return entry.rows;
    });
  }
}

/** Puts a verdict where it belongs in time, in place of one that was found the same way. */
function insert(verdicts: Map<QueryId, Found[]>, found: Found): void {
  const { queryId } = found.verdict;
  const others = (verdicts.get(queryId) ?? []).filter(
    (other) => !isSameWay(other.verdict, found.verdict),
  );
  const later = others.findIndex((other) => other.foundAt > found.foundAt);
  const { verdict, opName, foundAt } = found;
  others.splice(later < 0 ? others.length : later, 0, { verdict, opName, foundAt });
  verdicts.set(queryId, others);
}

const isSameWay = (a: Verdict, b: Verdict): boolean => wayOf(a) === wayOf(b);

const wayOf = ({ method, evidenceMode, evidenceQuery }: Verdict): string =>
  [method, evidenceMode, evidenceQuery ?? ''].join(' ');
