import { proxy, releaseProxy, transfer, wrap, type Endpoint, type Remote } from 'comlink';
import { problem, type Problem } from '../../base/problem';
import type { StoreStatus } from '../../store/status';
import type { NotebookFiles } from '../file/contract';
import type { ExplorerService } from '../explorer/contract';
import { explorerClient } from '../explorer/explorer-client';
import type { LabService } from '../lab/contract';
import { labClient } from '../lab/lab-client';
import { replayClient } from '../replay/replay-client';
import type { ReplayService } from '../replay/contract';
import type { ReportService } from '../report/contract';
import { reportClient } from '../report/report-client';
import type { RunService } from '../runs/contract';
import { runClient } from '../runs/run-client';
import type { TraceService } from './contract';
import type { ScoringService } from './scoring/contract';
import type { WorkerApi, WorkerEvent } from './worker-api';

/** A started worker and what calls go through. Held in an object: a proxy must not be awaited. */
interface Started {
  readonly worker: WorkerLike;
  readonly remote: Remote<WorkerApi>;
}

/** How a call reaches the worker, which is started for the first of them. */
export type CallWorker = <T>(
  answer: (remote: Remote<WorkerApi>) => Promise<NoInfer<T>>,
) => Promise<T>;

/** What is needed of a worker; tests use the two ends of a message channel. */
export interface WorkerLike extends Endpoint {
  terminate(): void;
}

/**
 * The page's side of the trace worker, which is fetched and started when it is first asked for
 * something. Owns the proxy for as long as the page lives, because a proxy that is collected leaves
 * its calls hanging (comlink#692). A worker that never starts makes every call fail; an error in a
 * running one is told to `onProblem`.
 */
export class WorkerConnection {
  status: StoreStatus | undefined;
  readonly traces: TraceService;
  readonly explorer: ExplorerService;
  readonly scoring: ScoringService;
  readonly reports: ReportService;
  readonly runs: RunService;
  readonly files: NotebookFiles;
  readonly lab: LabService;
  readonly replays: ReplayService;
  private readonly waiting = new Set<(error: Error) => void>();
  private readonly statusListeners = new Set<(status: StoreStatus) => void>();
  private readonly problemListeners = new Set<(problem: Problem) => void>();
  private readonly unheard: Problem[] = [];
  private models: MessagePort | undefined;
  private starting: Promise<Started> | undefined;
  private started: Started | undefined;
  private hasStarted = false;
  private isClosed = false;
  private failure: Error | undefined;

  /**
   * @param begin fetches and starts the worker
   * @param prepare done with a started worker before any other call of its traces is answered
   */
  constructor(
    private readonly begin: () => Promise<WorkerLike>,
    private readonly prepare: (traces: Pick<TraceService, 'choose'>) => Promise<void> = () =>
      Promise.resolve(),
  ) {
    // The type comes from the contract: Comlink's own spreads a union over several promises.
    const call: CallWorker = (answer) =>
      this.guard(async () => answer((await this.start()).remote));
    this.traces = {
      archiveMembers: (file) => call((remote) => remote.archiveMembers(file)),
      importFile: (id, file, name, path, report, member) =>
        call((remote) => remote.importFile(id, file, name, path, proxy(safely(report)), member)),
      cancel: (id) => call((remote) => remote.cancel(id)),
      choose: (traces) => call((remote) => remote.chooseTraces(traces)),
      traces: () => call((remote) => remote.traces()),
      removeTrace: (key) => call((remote) => remote.removeTrace(key)),
      cases: (query) => call((remote) => remote.cases(query)),
      attribute: (id, options, report) =>
        call((remote) => remote.attribute(id, options, proxy(safely(report)))),
      prove: (id, key, query, report) =>
        call((remote) => remote.prove(id, key, query, proxy(safely(report)))),
      caseView: (key, query) => call((remote) => remote.caseView(key, query)),
      operationView: (key, op, keep) => call((remote) => remote.operationView(key, op, keep)),
      variableView: (key, node, offset) => call((remote) => remote.variableView(key, node, offset)),
      evaluation: (traces) => call((remote) => remote.evaluation(traces)),
      exportResults: (traces) => call((remote) => remote.exportResults(traces)),
    };
    this.scoring = {
      sideBySide: (query) => call((remote) => remote.sideBySide(query)),
      labelDesk: (annotator, seed) => call((remote) => remote.labelDesk(annotator, seed)),
      labelChoices: (key, query) => call((remote) => remote.labelChoices(key, query)),
      setLabel: (label) => call((remote) => remote.setLabel(label)),
      removeLabel: (key, query, by) => call((remote) => remote.removeLabel(key, query, by)),
      undoLabel: (annotator) => call((remote) => remote.undoLabel(annotator)),
      agreement: (first, second) => call((remote) => remote.agreement(first, second)),
      importLabels: (file, annotator) => call((remote) => remote.importLabels(file, annotator)),
      exportLabels: (format, annotator) => call((remote) => remote.exportLabels(format, annotator)),
      exportTrace: (key, annotator) => call((remote) => remote.exportTrace(key, annotator)),
      benchmarkFiles: (options) => call((remote) => remote.benchmarkFiles(options)),
      downloadBenchmark: (id, options, report) =>
        call((remote) => remote.downloadBenchmark(id, options, proxy(safely(report)))),
      runBenchmark: (id, options, report) =>
        call((remote) => remote.runBenchmark(id, options, proxy(safely(report)))),
      stop: (id) => call((remote) => remote.stopBenchmark(id)),
    };
    this.explorer = explorerClient(call, safely);
    this.reports = reportClient(call, safely);
    this.runs = runClient(call, safely);
    this.lab = labClient(call, safely);
    this.replays = replayClient(call, safely);
    this.files = {
      preview: (document) => call((remote) => remote.previewFile(document)),
      write: (id, document, choice, report) =>
        call((remote) => remote.writeFile(id, document, choice, proxy(safely(report)))),
      recognises: (file) => call((remote) => remote.recognisesFile(file)),
      read: (file, report) => call((remote) => remote.readFile(file, proxy(safely(report)))),
    };
  }

  /** Whether anything was asked of the worker yet. */
  get isAwake(): boolean {
    return this.starting !== undefined;
  }

  /** Whether the worker has answered: nothing that it does can have been done before. */
  get isUp(): boolean {
    return this.hasStarted;
  }

  /** Fetches and starts the worker ahead of the first call: a file is held over the page. */
  wake(): void {
    // What went wrong is told by `start` itself, and by the calls that need the worker.
    this.start().catch(() => undefined);
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

  /** Gives the worker its way to the models; kept until there is a worker. */
  useModels(port: MessagePort): void {
    this.models = port;
    if (this.started !== undefined) this.sendModels(this.started);
  }

  private sendModels({ remote }: Started): void {
    const { models } = this;
    this.models = undefined;
    if (models !== undefined) void this.guard(() => remote.useModels(transfer(models, [models])));
  }

  close(): void {
    this.isClosed = true;
    this.fail(new Error('The worker was closed.'));
    this.started?.remote[releaseProxy]();
    this.started?.worker.terminate();
  }

  private start(): Promise<Started> {
    this.starting ??= this.startNow();
    return this.starting;
  }

  private async startNow(): Promise<Started> {
    try {
      const worker = await this.begin();
      if (this.isClosed) throw new Error('The worker was closed.');
      worker.addEventListener('error', this.onError);
      worker.addEventListener('messageerror', this.onError);
      const started = { worker, remote: wrap<WorkerApi>(worker) };
      this.started = started;
      void this.greet(started);
      const { remote } = started;
      this.sendModels(started);
      await this.prepare({ choose: (traces) => remote.chooseTraces(traces) });
      return started;
    } catch (error) {
      // Not fetched: the next call tries again.
      this.starting = undefined;
      this.tell(problem('unexpected', `The worker did not start: ${messageOf(error)}`));
      throw error;
    }
  }

  private async greet({ remote }: Started): Promise<void> {
    try {
      const status = await this.guard(() => remote.start(proxy(safely(this.onEvent))));
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
