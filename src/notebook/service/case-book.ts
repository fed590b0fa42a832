import type { QueryId, TraceKey } from '../../base/brand';
import type { Problem } from '../../base/problem';
import type { Case, Label } from '../../cases/case';
import { linkRows, type LinkedRows } from '../../cases/linked-rows';
import type { ReplayProof } from '../../cases/replay-proof';
import type { Verdict } from '../../cases/verdict';
import type { LabelRow, TraceRow } from '../../store/rows';
import type { Store } from '../../store/store';
import type { NamedVerdict } from '../../store/verdict-door';
import { caseRow } from './case-rows';
import type { CaseRow, TraceSummary } from './contract';

/** A verdict and when it was found. */
export interface Found extends NamedVerdict {
  readonly foundAt: number;
}

interface Entry {
  readonly trace: TraceRow;
  /** The cases as the file has them, and with the label that is shown for each. */
  readonly ofFile: readonly Case[];
  shown: { readonly cases: readonly Case[]; readonly byQuery: ReadonlyMap<QueryId, Case> };
  /** Labels made here, by annotator. */
  readonly labels: Map<QueryId, ReadonlyMap<string, LabelRow>>;
  /** Every verdict of a case; the newest is the one shown. */
  readonly verdicts: Map<QueryId, Found[]>;
  rows: readonly CaseRow[] | undefined;
  /** Only `rows` is known so far: cases and verdicts are still in the store. */
  isOnlyListed?: boolean;
  /** Changes since it was opened, and how many of them are in the stored list. */
  changes: number;
  kept: number;
}

/** Longer lists are made anew when the page is opened: reading them would save nothing. */
const MOST_LISTED = 20_000;
/** Milliseconds without a change after which lists are stored. */
const KEEP_AFTER = 1_000;

/** The cases of all stored traces with their verdicts, held in memory to answer tables at once. */
export class CaseBook {
  private readonly entries = new Map<TraceKey, Entry>();
  /** The traces of the open notebook; all of them while nobody chose. */
  private chosen: Set<TraceKey> | undefined;
  /** Which evaluation rows belong to which trace; found anew when traces come or go. */
  private links: LinkedRows | undefined;
  private keeping: ReturnType<typeof setTimeout> | undefined;
  private changedAt = 0;

  constructor(private readonly store: Store) {}

  /**
   * Reads what the tables show: `summaries` and `rows` answer from then on, all else after `load`.
   * Returns the problems met.
   */
  async list(): Promise<readonly Problem[]> {
    const traces = await this.store.traces.all();
    if (!traces.ok) return [traces.problem];
    const problems: Problem[] = [];
    // Evaluation rows are linked to traces by their cases, which lists do not hold.
    const useLists = traces.value.every(({ imported }) => imported === undefined);
    for (const trace of traces.value) {
      const rows = await this.store.traces.list(trace.key);
      if (useLists && rows.ok && rows.value !== undefined) this.addListed(trace, rows.value);
      else problems.push(...(await this.read(trace)));
    }
    return problems;
  }

  /** Reads the rest of what is stored. Returns the problems met; what could be read is there. */
  async load(): Promise<readonly Problem[]> {
    const problems: Problem[] = [];
    for (const { trace, isOnlyListed } of [...this.entries.values()])
      if (isOnlyListed === true) problems.push(...(await this.read(trace)));
    return problems;
  }

  private addListed(trace: TraceRow, rows: readonly CaseRow[]): void {
    this.entries.set(trace.key, {
      trace,
      ofFile: [],
      shown: { cases: [], byQuery: new Map() },
      labels: new Map(),
      verdicts: new Map(),
      rows,
      isOnlyListed: true,
      changes: 0,
      kept: 0,
    });
  }

  private async read(trace: TraceRow): Promise<readonly Problem[]> {
    const cases = await this.store.traces.cases(trace.key);
    const met = await this.add(trace, cases.ok ? cases.value : []);
    return [...(cases.ok ? [] : [cases.problem]), ...(met === undefined ? [] : [met])];
  }

  private changed(entry: Entry): void {
    entry.rows = undefined;
    entry.changes++;
    this.keepSoon();
  }

  /** Verdicts of these traces were stored just now, and their stored lists removed with that. */
  unlisted(keys: Iterable<TraceKey>): void {
    for (const key of keys) {
      const entry = this.entries.get(key);
      if (entry !== undefined) entry.kept = -1;
    }
    this.keepSoon();
  }

  private keepSoon(): void {
    this.changedAt = performance.now();
    // One timer for all: a run changes a thousand cases a second.
    this.keeping ??= setTimeout(() => this.keepOnceStill(), KEEP_AFTER);
  }

  private keepOnceStill(): void {
    const rest = this.changedAt + KEEP_AFTER - performance.now();
    this.keeping = rest > 0 ? setTimeout(() => this.keepOnceStill(), rest) : undefined;
    if (rest <= 0) void this.keepLists();
  }

  /**
   * Stores the lists that changed. Should one fail, or should the page be closed before, the next
   * opening makes it anew: a change of a verdict or label removes the stored list with it.
   */
  private async keepLists(): Promise<void> {
    for (const [key, entry] of this.entries) {
      const { changes } = entry;
      if (entry.kept === changes || entry.shown.cases.length > MOST_LISTED) continue;
      entry.kept = changes;
      const stored = await this.store.traces.putList(key, this.rowsOf(key, entry));
      // It changed while it was stored: what is stored now is not true any more.
      if (stored.ok && entry.changes !== changes) await this.store.traces.removeList(key);
    }
  }

  /** Adds a stored trace; verdicts of an earlier stay come back with it. */
  async add(trace: TraceRow, cases: readonly Case[]): Promise<Problem | undefined> {
    const stored = await this.store.verdicts.of(trace.key);
    const verdicts = new Map<QueryId, Found[]>();
    for (const row of stored.ok ? stored.value : []) insert(verdicts, row);
    const made = await this.store.labels.of(trace.key);
    const labels = new Map<QueryId, ReadonlyMap<string, LabelRow>>();
    for (const row of made.ok ? made.value : []) insertLabel(labels, row);
    const shown = shownCases(cases, labels);
    const before = this.entries.get(trace.key);
    const counts = { changes: 0, kept: 0 };
    const entry: Entry = {
      trace,
      ofFile: cases,
      shown,
      labels,
      verdicts,
      rows: undefined,
      ...counts,
    };
    this.entries.set(trace.key, entry);
    if (before?.isOnlyListed !== true) {
      this.chosen?.add(trace.key);
      this.changed(entry);
    }
    this.relink();
    if (!stored.ok) return stored.problem;
    return made.ok ? undefined : made.problem;
  }

  remove(key: TraceKey): void {
    this.entries.delete(key);
    this.chosen?.delete(key);
    this.relink();
  }

  /** Limits what is meant by "all traces" to those of a notebook. */
  choose(traces: readonly TraceKey[] | undefined): void {
    this.chosen = traces && new Set(traces);
    this.relink();
  }

  /** A stored trace that was dropped again belongs to the open notebook from now on. */
  hold(key: TraceKey): void {
    this.chosen?.add(key);
    this.relink();
  }

  /**
   * Takes in verdicts that were just found.
   * @returns them as they are kept: with the proof of the one they replace, where it speaks of them too
   */
  found(verdicts: readonly NamedVerdict[], foundAt: number): readonly NamedVerdict[] {
    return verdicts.map((named) => {
      const entry = this.entries.get(named.verdict.traceKey);
      if (entry === undefined) return named;
      const kept = withProof(named, entry.verdicts.get(named.verdict.queryId) ?? []);
      insert(entry.verdicts, { ...kept, foundAt });
      this.changed(entry);
      return kept;
    });
  }

  /**
   * Keeps a proof with the verdict it speaks of, which stays where it is in time.
   * @returns the verdict with its proof; undefined when another took its place meanwhile
   */
  proved(key: TraceKey, proof: ReplayProof, verdict: Verdict): Found | undefined {
    const entry = this.entries.get(key);
    const found = entry?.verdicts.get(verdict.queryId)?.find((other) => other.verdict === verdict);
    if (entry === undefined || found === undefined) return undefined;
    const proved = { ...found, proof };
    insert(entry.verdicts, proved);
    this.changed(entry);
    return proved;
  }

  summaries(): readonly TraceSummary[] {
    return this.held.flatMap((key) => this.summary(key) ?? []);
  }

  /** What is known of a trace; evaluation rows that belong to another one have no cases of their own. */
  summary(key: TraceKey): TraceSummary | undefined {
    const trace = this.entries.get(key)?.trace;
    const linkedTo = this.linked.traceOf.get(key);
    if (trace === undefined || linkedTo === undefined) return trace;
    return { ...trace, linkedTo, judged: 0, failed: 0, unscored: 0, labelled: 0 };
  }

  /** The cases of a trace; none for evaluation rows that belong to another one. */
  cases(key: TraceKey): readonly Case[] {
    if (this.linked.traceOf.has(key)) return [];
    return (this.entries.get(key)?.shown.cases ?? []).map((c) => this.measured(c));
  }

  find(key: TraceKey, query: QueryId): Case | undefined {
    const found = this.entries.get(key)?.shown.byQuery.get(query);
    return found === undefined || this.linked.traceOf.has(key) ? undefined : this.measured(found);
  }

  /** The label that came with the file. */
  fileLabel(key: TraceKey, query: QueryId): Label | undefined {
    return this.entries.get(key)?.ofFile.find((c) => c.queryId === query)?.label;
  }

  /** The labels of a trace as its file has them, by question. */
  fileLabels(key: TraceKey): ReadonlyMap<QueryId, Label> {
    const cases = this.entries.get(key)?.ofFile ?? [];
    return new Map(cases.flatMap((c) => (c.label === undefined ? [] : [[c.queryId, c.label]])));
  }

  /** The labels made here for a case, oldest change first. */
  labels(key: TraceKey, query: QueryId): readonly LabelRow[] {
    const labels = this.entries.get(key)?.labels.get(query)?.values() ?? [];
    return [...labels].sort((a, b) => a.changedAt - b.changedAt);
  }

  /** Takes in labels that were just made or changed, and takes out those removed. */
  labelled(rows: readonly LabelRow[], removed: readonly LabelRow[] = []): void {
    for (const row of rows) {
      const entry = this.entries.get(row.traceKey);
      if (entry !== undefined) insertLabel(entry.labels, row);
    }
    for (const { traceKey, queryId, annotator } of removed) {
      const labels = this.entries.get(traceKey)?.labels;
      const rest = [...(labels?.get(queryId) ?? [])].filter(([name]) => name !== annotator);
      labels?.set(queryId, new Map(rest));
    }
    for (const key of new Set([...rows, ...removed].map((row) => row.traceKey))) {
      const entry = this.entries.get(key);
      if (entry === undefined) continue;
      entry.shown = shownCases(entry.ofFile, entry.labels);
      this.changed(entry);
    }
  }

  /** The verdict shown for a case: the newest. */
  verdict(key: TraceKey, query: QueryId): NamedVerdict | undefined {
    return this.entries.get(key)?.verdicts.get(query)?.at(-1);
  }

  /** Every verdict of a case, the newest last. */
  verdicts(key: TraceKey, query: QueryId): readonly NamedVerdict[] {
    return this.entries.get(key)?.verdicts.get(query) ?? [];
  }

  /** Whether a case has a verdict that was found in this way. */
  has(key: TraceKey, query: QueryId, way: (verdict: Verdict) => boolean): boolean {
    const found = this.entries.get(key)?.verdicts.get(query) ?? [];
    return found.some(({ verdict }) => way(verdict));
  }

  /** Keys of the traces asked for that are stored; all of them when none are named. */
  keys(traces: readonly TraceKey[] | undefined): readonly TraceKey[] {
    const asked = traces ?? this.held;
    const { traceOf } = this.linked;
    return asked.filter((key) => this.entries.has(key) && !traceOf.has(key));
  }

  /** Rows of the table, in the order of traces and cases. */
  rows(traces: readonly TraceKey[] | undefined): readonly CaseRow[] {
    return this.keys(traces).flatMap((key) => {
      const entry = this.entries.get(key);
      return entry === undefined ? [] : this.rowsOf(key, entry);
    });
  }

  /** Keys of the traces of the open notebook. */
  private get held(): readonly TraceKey[] {
    const { chosen } = this;
    return [...this.entries.keys()].filter((key) => chosen?.has(key) ?? true);
  }

  private relink(): void {
    this.links = undefined;
    // Lines that were stored hold what was linked then; they are made anew once all is read.
    for (const entry of this.entries.values())
      if (entry.isOnlyListed !== true) entry.rows = undefined;
  }

  private get linked(): LinkedRows {
    this.links ??= linkRows(
      this.held.map((key) => {
        const entry = this.entries.get(key);
        return { key, imported: entry?.trace.imported, cases: entry?.ofFile ?? [] };
      }),
    );
    return this.links;
  }

  /** A case with the metrics that evaluation rows beside its trace give it. */
  private measured(c: Case): Case {
    const metrics = this.linked.metrics.get(c.traceKey)?.get(c.queryId);
    return metrics === undefined ? c : { ...c, metrics };
  }

  private rowsOf(key: TraceKey, entry: Entry): readonly CaseRow[] {
    entry.rows ??= entry.shown.cases.map((c) => caseRow(c, this.verdict(key, c.queryId)));
    return entry.rows;
  }
}

function insertLabel(labels: Map<QueryId, ReadonlyMap<string, LabelRow>>, row: LabelRow): void {
  labels.set(row.queryId, new Map([...(labels.get(row.queryId) ?? []), [row.annotator, row]]));
}

/** The cases with the label shown for each: that of the file, else the newest made here. */
function shownCases(
  cases: readonly Case[],
  labels: ReadonlyMap<QueryId, ReadonlyMap<string, LabelRow>>,
): Entry['shown'] {
  const withLabels = cases.map((c) => {
    if (c.label !== undefined) return c;
    const made = [...(labels.get(c.queryId)?.values() ?? [])];
    const newest = made.sort((a, b) => a.changedAt - b.changedAt).at(-1);
    return newest === undefined ? c : { ...c, label: newest.label };
  });
  return { cases: withLabels, byQuery: new Map(withLabels.map((c) => [c.queryId, c])) };
}

/** Puts a verdict where it belongs in time, in place of one that was found the same way. */
function insert(verdicts: Map<QueryId, Found[]>, found: Found): void {
  const { queryId } = found.verdict;
  const others = (verdicts.get(queryId) ?? []).filter(
    (other) => !isSameWay(other.verdict, found.verdict),
  );
  const later = others.findIndex((other) => other.foundAt > found.foundAt);
  const { verdict, opName, foundAt, proof } = found;
  const kept = { verdict, opName, foundAt, ...(proof && { proof }) };
  others.splice(later < 0 ? others.length : later, 0, kept);
  verdicts.set(queryId, others);
}

/** A verdict with the proof of the one found the same way before, when both accuse the same on the same grounds. */
function withProof(named: NamedVerdict, before: readonly Found[]): NamedVerdict {
  const last = before.find((other) => isSameWay(other.verdict, named.verdict));
  if (last?.proof === undefined || !accusesTheSame(last.verdict, named.verdict)) return named;
  return { ...named, proof: last.proof };
}

/** Whether a replay that was asked about one verdict would be asked the same about another. */
const accusesTheSame = (a: Verdict, b: Verdict): boolean =>
  a.opId === b.opId &&
  a.errorType === b.errorType &&
  a.evidence.length === b.evidence.length &&
  a.evidence.every((id, i) => id === b.evidence[i]);

const isSameWay = (a: Verdict, b: Verdict): boolean => wayOf(a) === wayOf(b);

const wayOf = ({ method, evidenceMode, evidenceQuery, run }: Verdict): string =>
  [method, evidenceMode, evidenceQuery ?? '', run?.id ?? ''].join(' ');
