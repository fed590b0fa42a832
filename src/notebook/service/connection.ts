import { proxy, releaseProxy, transfer, wrap, type Endpoint } from 'comlink';
import { problem, type Problem } from '../../base/problem';
import type { StoreStatus } from '../../store/status';
import type { ExplorerService } from '../explorer/contract';
import { explorerClient } from '../explorer/explorer-client';
import type { ReportService } from '../report/contract';
import { reportClient } from '../report/report-client';
import type { NotebookStore, TraceConnection, TraceService } from './contract';
import type { ScoringService } from './scoring/contract';
import type { WorkerApi, WorkerEvent } from './worker-api';

/** What is needed of a worker; tests use the two ends of a message channel. */
export interface WorkerLike extends Endpoint {
  terminate(): void;
}

/**
 * The page's side of the trace worker. Owns the proxy for as long as the page lives, because a
 * proxy that is collected leaves its calls hanging (comlink#692). A worker that never starts makes
 * every call fail; an error in a running one is told to `onProblem`.
 */
export class WorkerConnection implements TraceConnection {
  status: StoreStatus | undefined;
  readonly traces: TraceService;
  readonly explorer: ExplorerService;
  readonly scoring: ScoringService;
  readonly reports: ReportService;
  readonly notebooks: NotebookStore;
  private readonly remote;
  private readonly waiting = new Set<(error: Error) => void>();
  private readonly statusListeners = new Set<(status: StoreStatus) => void>();
  private readonly problemListeners = new Set<(problem: Problem) => void>();
  private readonly unheard: Problem[] = [];
  private hasStarted = false;
  private failure: Error | undefined;

  constructor(private readonly worker: WorkerLike) {
    const remote = wrap<WorkerApi>(worker);
    this.remote = remote;
    worker.addEventListener('error', this.onError);
    worker.addEventListener('messageerror', this.onError);
    // The type comes from the contract: Comlink's own spreads a union over several promises.
    const call = <T>(answer: () => Promise<NoInfer<T>>): Promise<T> => this.guard(answer);
    this.traces = {
      archiveMembers: (file) => call(() => remote.archiveMembers(file)),
      importFile: (id, file, name, path, report, member) =>
        call(() => remote.importFile(id, file, name, path, proxy(safely(report)), member)),
      cancel: (id) => call(() => remote.cancel(id)),
      traces: () => call(() => remote.traces()),
      removeTrace: (key) => call(() => remote.removeTrace(key)),
      cases: (query) => call(() => remote.cases(query)),
      attribute: (id, options, report) =>
        call(() => remote.attribute(id, options, proxy(safely(report)))),
      prove: (id, key, query, report) =>
        call(() => remote.prove(id, key, query, proxy(safely(report)))),
      caseView: (key, query) => call(() => remote.caseView(key, query)),
      operationView: (key, op, keep) => call(() => remote.operationView(key, op, keep)),
      variableView: (key, node, offset) => call(() => remote.variableView(key, node, offset)),
      evaluation: (traces) => call(() => remote.evaluation(traces)),
      exportResults: (traces) => call(() => remote.exportResults(traces)),
    };
    this.scoring = {
      sideBySide: (query) => call(() => remote.sideBySide(query)),
      labelDesk: (annotator, seed) => call(() => remote.labelDesk(annotator, seed)),
      labelChoices: (key, query) => call(() => remote.labelChoices(key, query)),
      setLabel: (label) => call(() => remote.setLabel(label)),
      removeLabel: (key, query, by) => call(() => remote.removeLabel(key, query, by)),
      undoLabel: (annotator) => call(() => remote.undoLabel(annotator)),
      agreement: (first, second) => call(() => remote.agreement(first, second)),
      importLabels: (file, annotator) => call(() => remote.importLabels(file, annotator)),
      exportLabels: (format, annotator) => call(() => remote.exportLabels(format, annotator)),
      exportTrace: (key, annotator) => call(() => remote.exportTrace(key, annotator)),
      benchmarkFiles: (options) => call(() => remote.benchmarkFiles(options)),
      downloadBenchmark: (id, options, report) =>
        call(() => remote.downloadBenchmark(id, options, proxy(safely(report)))),
      runBenchmark: (id, options, report) =>
        call(() => remote.runBenchmark(id, options, proxy(safely(report)))),
      stop: (id) => call(() => remote.stopBenchmark(id)),
    };
    this.explorer = explorerClient(remote.explorer, call, safely);
    this.reports = reportClient(remote.reports, call);
    this.notebooks = {
      open: (id) => call(() => remote.openNotebook(id)),
      save: (notebook) => call(() => remote.saveNotebook(notebook)),
    };
    void this.start();
  }

  onStatus(listener: (status: StoreStatus) => void): () => void {
    this.statusListeners.add(listener);
    if (this.status !== undefined) listener(this.status);
    return () => this.statusListeners.delete(listener);
  }

  onProblem(listener: (problem: Problem) => void): () => void {
    this.problemListeners.add(listener);
    for (const missed of this.unheard.splice(0)) listener(missed);
    return () => this.problemListeners.delete(listener);
  }

  useModels(port: MessagePort): void {
    void this.guard(() => this.remote.useModels(transfer(port, [port])));
  }

  close(): void {
    this.fail(new Error('The worker was closed.'));
    this.remote[releaseProxy]();
    this.worker.terminate();
  }

  private async start(): Promise<void> {
    try {
      const status = await this.guard(() => this.remote.start(proxy(safely(this.onEvent))));
      this.hasStarted = true;
      this.onEvent({ kind: 'status', status });
    } catch (error) {
      this.tell(problem('unexpected', `The worker did not start: ${messageOf(error)}`));
    }
  }

  private readonly onEvent = (event: WorkerEvent): void => {
    if (event.kind === 'problem') {
      this.tell(event.problem);
      return;
    }
    this.status = event.status;
    for (const listener of this.statusListeners) listener(event.status);
  };

  private readonly onError = (event: Event): void => {
    const message = 'message' in event ? String(event.message) : event.type;
    if (this.hasStarted) this.tell(problem('unexpected', message));
    else this.fail(new Error(message));
  };

  private tell(met: Problem): void {
    if (this.problemListeners.size === 0) this.unheard.push(met);
    for (const listener of this.problemListeners) listener(met);
  }

  /** Ends every call that waits, and those to come. */
  private fail(error: Error): void {
    this.failure = error;
    for (const reject of this.waiting) reject(error);
    this.waiting.clear();
  }

  private guard<T>(answer: () => Promise<T>): Promise<T> {
    if (this.failure !== undefined) return Promise.reject(this.failure);
    return new Promise((resolve, reject) => {
      this.waiting.add(reject);
      answer()
        .then(resolve, reject)
        .finally(() => this.waiting.delete(reject));
    });
  }
}

/** A report function whose own errors surface here instead of travelling to the worker and back. */
function safely<T>(report: (value: T) => void): (value: T) => void {
  return (value) => {
    try {
      report(value);
    } catch (error) {
      reportError(error);
    }
  };
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
