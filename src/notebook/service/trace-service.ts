import type { NodeId, OpId, QueryId, TraceKey } from '../../base/brand';
import { problem, type Problem } from '../../base/problem';
import { err, ok, type Result } from '../../base/result';
import { evaluate, type Evaluation } from '../../cases/evaluation';
import { needsVerdict } from '../../cases/collect';
import type { ReplayProof } from '../../cases/replay-proof';
import type { EvolutionGraph } from '../../graph/evolution-graph';
import { resultsFile, type ResultEntry } from '../../report/results-format';
import type { Store } from '../../store/store';
import { stringField, type JsonObject } from '../../trace/json';
import {
  memberSource,
  severalFiles,
  type ArchiveContents,
  type ArchiveMember,
} from '../../trace/read/several-files';
import { blobSource, type ByteSource } from '../../trace/read/source';
import { runAttribution, type RunParts } from './attribution-run';
import type { FileParts } from '../file/file-service';
import type { ExplorerParts } from '../explorer/explorer-service';
import type { OpenBytes } from './blob-bytes';
import { CaseBook } from './case-book';
import { queryCases } from './case-query';
import { caseView } from './case-view';
import type {
  AttributionOptions,
  AttributionProgress,
  AttributionSummary,
  CasePage,
  CaseQuery,
  CaseView,
  ImportOutcome,
  OperationView,
  ProveProgress,
  ReadProgress,
  TraceService,
  TraceSummary,
  VariableView,
} from './contract';
import { OpenTraces } from './open-traces';
import { operationView } from './operation-view';
import { proveVerdict } from './proving';
import { cancelledBeforeReading, importFile, importRow } from './trace-import';
import type { ScoringParts } from './scoring/scoring-service';
import { variableView } from './variable-view';

/** What the service works with; everything that differs between worker and tests. */
export interface ServiceParts {
  readonly store: Store;
  readonly openBytes: OpenBytes;
  readonly methods: RunParts['methods'];
  /** Told of what goes wrong outside of a call's own result. */
  readonly onProblem: (problem: Problem) => void;
  readonly now?: () => number;
}

/** The trace service. Runs in the trace worker; knows no DOM, so tests run it in Node. */
export class StoredTraceService implements TraceService {
  private readonly store: Store;
  private readonly book: CaseBook;
  private readonly open: OpenTraces;
  private readonly now: () => number;
  private readonly running = new Map<string, AbortController>();
  private listing: Promise<void> | undefined;
  private loaded: Promise<void> | undefined;
  private reading: Promise<unknown> = Promise.resolve();

  constructor(private readonly parts: ServiceParts) {
    this.store = parts.store;
    this.book = new CaseBook(parts.store);
    this.open = new OpenTraces(parts.store, parts.openBytes);
    this.now = parts.now ?? Date.now;
  }

  /** What other services of the worker share with this one. */
  get shared(): ScoringParts {
    const { store, book, open, now } = this;
    const { methods, onProblem, openBytes } = this.parts;
    const importFile: ScoringParts['importFile'] = (file, name, path) =>
      this.importFile(`import ${path}`, file, name, path, () => undefined);
    const ready = (): Promise<void> => this.ready();
    return { store, book, open, openBytes, now, methods, onProblem, ready, importFile };
  }

  /** What notebook files share with this service. */
  get fileParts(): FileParts {
    const { store, book, now } = this;
    const { onProblem } = this.parts;
    return {
      ...{ store, book, now, onProblem },
      ready: () => this.ready(),
      importMember: (file, name, path, member) =>
        this.importFile(`import ${path}`, file, name, path, () => undefined, member),
      abortable: (id, work) => this.abortable(id, work),
    };
  }

  /** What the explorer shares with this service. */
  get explorerParts(): ExplorerParts {
    const { store, open, book } = this;
    return { store, open, book, ready: () => this.ready() };
  }

  archiveMembers(file: Blob): Promise<ArchiveContents> {
    return severalFiles(blobSource(file));
  }

  async importFile(
    id: string,
    file: Blob,
    name: string,
    path: string,
    report: (progress: ReadProgress) => void,
    member?: ArchiveMember,
  ): Promise<ImportOutcome> {
    const at = this.now();
    const bytes = member?.packedBytes ?? file.size;
    return this.abortable(id, async (signal) => {
      report({ state: 'waiting', bytes: 0, total: bytes, bytesPerSecond: 0 });
      const turn = this.reading.then(async () => {
        await this.ready();
        if (signal.aborted) return cancelledBeforeReading();
        const { store, book, now } = this;
        const { openBytes } = this.parts;
        const dropped = { source: sourceOf(file, member), file, name, path };
        return importFile({ store, book, openBytes, now }, dropped, signal, report);
      });
      // The next file waits for this one however it ends.
      this.reading = turn.catch(() => undefined);
      const outcome = await turn;
      const kept = await this.store.imports.put(importRow(outcome, { id, name, path, bytes, at }));
      if (!kept.ok) this.parts.onProblem(kept.problem);
      return outcome;
    });
  }

  cancel(id: string): Promise<void> {
    this.running.get(id)?.abort();
    return Promise.resolve();
  }

  async choose(traces: readonly TraceKey[] | undefined): Promise<void> {
    await this.ready();
    this.book.choose(traces);
  }

  async traces(): Promise<readonly TraceSummary[]> {
    await this.listed();
    return this.book.summaries();
  }

  async removeTrace(key: TraceKey): Promise<Result<void>> {
    await this.ready();
    const removed = await this.store.traces.remove(key);
    if (!removed.ok) return removed;
    this.book.remove(key);
    this.open.forget(key);
    return ok(undefined);
  }

  async cases(query: CaseQuery): Promise<CasePage> {
    await this.listed();
    return queryCases(this.book.rows(query.traces), query);
  }

  async attribute(
    id: string,
    options: AttributionOptions,
    report: (progress: AttributionProgress) => void,
  ): Promise<Result<AttributionSummary>> {
    await this.ready();
    const { store, book, open, now } = this;
    const { methods, onProblem } = this.parts;
    return this.abortable(id, (signal) =>
      runAttribution({ store, book, open, methods, now, onProblem }, options, signal, report),
    );
  }

  async prove(
    id: string,
    key: TraceKey,
    query: QueryId,
    report: (progress: ProveProgress) => void,
  ): Promise<Result<ReplayProof>> {
    await this.ready();
    const { store, book, open } = this;
    const { onProblem } = this.parts;
    return this.abortable(id, (signal) =>
      proveVerdict({ store, book, open, onProblem }, key, query, signal, report),
    );
  }

  async caseView(key: TraceKey, query: QueryId): Promise<Result<CaseView>> {
    return this.withGraph(key, (graph, trace) => {
      const found = this.book.find(key, query);
      if (found === undefined) return err(problem('not-in-trace', `No judged question ${query}.`));
      return ok(caseView(graph, trace, found, this.book.verdict(key, query)));
    });
  }

  async operationView(
    key: TraceKey,
    op: OpId,
    keep?: readonly NodeId[],
  ): Promise<Result<OperationView>> {
    return this.withGraph(key, (graph) => operationView(graph, op, keep));
  }

  async variableView(key: TraceKey, node: NodeId, offset: number): Promise<Result<VariableView>> {
    return this.withGraph(key, (graph) => variableView(graph, node, offset));
  }

  async evaluation(traces?: readonly TraceKey[]): Promise<Evaluation> {
    await this.ready();
    return evaluate(this.judged(traces).map(({ entry }) => entry));
  }

  async exportResults(traces?: readonly TraceKey[]): Promise<Blob> {
    await this.ready();
    const annotations = await this.annotations(traces);
    const entries = this.judged(traces).map(({ key, entry }): ResultEntry => {
      const annotation = annotations.get(key)?.get(entry.case.queryId);
      return annotation === undefined ? entry : { ...entry, annotation };
    });
    const text = JSON.stringify(resultsFile(entries), undefined, 2);
    return new Blob([text], { type: 'application/json' });
  }

  /** Every case that needs a verdict, with the newest one. */
  private judged(
    traces: readonly TraceKey[] | undefined,
  ): readonly { readonly key: TraceKey; readonly entry: ResultEntry }[] {
    return this.book.keys(traces).flatMap((key) => {
      const path = this.book.summary(key)?.path ?? '';
      return this.book
        .cases(key)
        .filter(needsVerdict)
        .map((c) => {
          const { verdict, proof } = this.book.verdict(key, c.queryId) ?? {};
          return { key, entry: { case: c, verdict, path, ...(proof && { proof }) } };
        });
    });
  }

  /** The annotations as they stand in the files; missing where a trace cannot be opened. */
  private async annotations(
    traces: readonly TraceKey[] | undefined,
  ): Promise<ReadonlyMap<TraceKey, ReadonlyMap<string, JsonObject>>> {
    const found = new Map<TraceKey, ReadonlyMap<string, JsonObject>>();
    for (const key of this.book.keys(traces)) {
      const graph = await this.open.get(key);
      if (!graph.ok) {
        this.parts.onProblem(graph.problem);
        continue;
      }
      const records = graph.value.annotationRecords();
      found.set(key, new Map(records.map((r) => [stringField(r, 'query_id') ?? '', r])));
    }
    return found;
  }

  private async withGraph<T>(
    key: TraceKey,
    work: (graph: EvolutionGraph, trace: TraceSummary) => Result<T>,
  ): Promise<Result<T>> {
    await this.ready();
    const trace = this.book.summary(key);
    if (trace === undefined) return err(problem('trace-missing'));
    const graph = await this.open.get(key);
    return graph.ok ? work(graph.value, trace) : graph;
  }

  /** Reads what the tables show, once. */
  private listed(): Promise<void> {
    this.listing ??= this.book.list().then((problems) => this.tell(problems));
    return this.listing;
  }

  /** Reads all that is stored, once, after what the tables show. */
  private ready(): Promise<void> {
    this.loaded ??= this.listed()
      .then(() => this.book.load())
      .then((problems) => this.tell(problems));
    return this.loaded;
  }

  private tell(problems: readonly Problem[]): void {
    for (const met of problems) this.parts.onProblem(met);
  }

  private async abortable<T>(id: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const controller = new AbortController();
    this.running.set(id, controller);
    try {
      return await work(controller.signal);
    } finally {
      if (this.running.get(id) === controller) this.running.delete(id);
    }
  }
}

function sourceOf(file: Blob, member: ArchiveMember | undefined): ByteSource {
  const source = blobSource(file);
  return member === undefined ? source : memberSource(source, member);
}
