import type { NodeId, OpId, QueryId, TraceKey } from '../../base/brand';
import type { Problem } from '../../base/problem';
import type { StoreStatus } from '../../store/status';
import { openStore, type Store } from '../../store/store';
import type { ArchiveMember } from '../../trace/read/several-files';
import type { NotebookDocument } from '../document/cell';
import type { FileChoice, FileProgress } from '../file/contract';
import { StoredNotebookFiles } from '../file/file-service';
import { ExplorerApi } from '../explorer/explorer-api';
import { StoredExplorer } from '../explorer/explorer-service';
import type { OpenBytes } from './blob-bytes';
import type {
  AttributionOptions,
  AttributionProgress,
  CaseQuery,
  ProveProgress,
  ReadProgress,
} from './contract';
import type { RunParts } from './attribution-run';
import type { Models } from '../models/contract';
import { modelsAt } from '../models/models-at';
import { RunApi } from '../runs/run-api';
import { StoredRuns } from '../runs/run-service';
import { LabApi } from '../lab/lab-api';
import { ReplayApi } from '../replay/replay-api';
import { StoredReplays } from '../replay/replay-service';
import { StoredLab } from '../lab/lab-service';
import { ReportApi } from '../report/report-api';
import { StoredReports } from '../report/report-service';
import { reporting, type Reporter } from './reporting';
import type {
  BenchmarkOptions,
  BenchmarkProgress,
  DownloadOptions,
  DownloadProgress,
  HostOptions,
} from './scoring/benchmark-contract';
import type { LabelFormat, NewLabel, SideBySideQuery } from './scoring/contract';
import { StoredScoring } from './scoring/scoring-service';
import { StoredTraceService } from './trace-service';

/** What the worker tells without being asked. */
export type WorkerEvent =
  | { readonly kind: 'status'; readonly status: StoreStatus }
  | { readonly kind: 'problem'; readonly problem: Problem };

interface Parts {
  readonly scoring: StoredScoring;
  readonly store: Store;
  readonly traces: StoredTraceService;
  readonly files: StoredNotebookFiles;
}

/** What the trace worker exposes to its page: the services, with report functions that are released. */
export class WorkerApi {
  readonly explorer: ExplorerApi;
  readonly reports: ReportApi;
  readonly runs: RunApi;
  /** The models of the model worker, once the page has started it. */
  private models: Models | undefined;
  readonly lab: LabApi;
  readonly replays: ReplayApi;
  private readonly parts: Promise<Parts>;
  private listener: Reporter<WorkerEvent> | undefined;
  private readonly unheard: WorkerEvent[] = [];

  constructor(openBytes: OpenBytes, methods: RunParts['methods']) {
    const onProblem = (problem: Problem) => this.tell({ kind: 'problem', problem });
    this.parts = openStore((status) => this.tell({ kind: 'status', status })).then((store) => {
      const traces = new StoredTraceService({ store, openBytes, methods, onProblem });
      const scoring = new StoredScoring(traces.shared);
      return { store, traces, scoring, files: new StoredNotebookFiles(traces.fileParts) };
    });
    const explorer = this.parts.then(({ traces }) => new StoredExplorer(traces.explorerParts));
    this.explorer = new ExplorerApi(explorer);
    const runs = this.parts.then(
      ({ traces }) => new StoredRuns({ ...traces.shared, models: () => this.models }),
    );
    this.runs = new RunApi(runs);
    this.lab = new LabApi(
      this.parts.then(
        ({ traces }) => new StoredLab({ ...traces.shared, models: () => this.models }),
      ),
    );
    this.replays = new ReplayApi(
      this.parts.then(
        ({ traces }) => new StoredReplays({ ...traces.shared, models: () => this.models }),
      ),
    );
    this.reports = new ReportApi(
      this.parts.then(
        ({ traces }) => new StoredReports({ ...traces.shared, models: () => this.models }),
      ),
    );
  }

  /** Registers who is told of events, for as long as the worker lives. */
  async start(listener: Reporter<WorkerEvent>): Promise<StoreStatus> {
    this.listener = listener;
    for (const event of this.unheard.splice(0)) void listener(event);
    return (await this.parts).store.status;
  }

  /** Takes the way to the models; called again when the model worker is started anew. */
  useModels(port: MessagePort): void {
    this.models = modelsAt(port);
  }

  /** The chat models that runs in this worker may use; none before the model worker was started. */
  async chatModels() {
    return (await this.models?.chatModels()) ?? [];
  }

  async archiveMembers(file: Blob) {
    return (await this.parts).traces.archiveMembers(file);
  }

  async importFile(
    id: string,
    file: Blob,
    name: string,
    path: string,
    report: Reporter<ReadProgress>,
    member?: ArchiveMember,
  ) {
    const { traces } = await this.parts;
    return reporting(report, (tell) => traces.importFile(id, file, name, path, tell, member));
  }

  async cancel(id: string) {
    return (await this.parts).traces.cancel(id);
  }

  async chooseTraces(traces: readonly TraceKey[] | undefined) {
    return (await this.parts).traces.choose(traces);
  }

  async traces() {
    return (await this.parts).traces.traces();
  }

  async removeTrace(key: TraceKey) {
    return (await this.parts).traces.removeTrace(key);
  }

  async cases(query: CaseQuery) {
    return (await this.parts).traces.cases(query);
  }

  async attribute(id: string, options: AttributionOptions, report: Reporter<AttributionProgress>) {
    const { traces } = await this.parts;
    return reporting(report, (tell) => traces.attribute(id, options, tell));
  }

  async prove(id: string, key: TraceKey, query: QueryId, report: Reporter<ProveProgress>) {
    const { traces } = await this.parts;
    return reporting(report, (tell) => traces.prove(id, key, query, tell));
  }

  async caseView(key: TraceKey, query: QueryId) {
    return (await this.parts).traces.caseView(key, query);
  }

  async operationView(key: TraceKey, op: OpId, keep?: readonly NodeId[]) {
    return (await this.parts).traces.operationView(key, op, keep);
  }

  async variableView(key: TraceKey, node: NodeId, offset: number) {
    return (await this.parts).traces.variableView(key, node, offset);
  }

  async evaluation(traces?: readonly TraceKey[]) {
    return (await this.parts).traces.evaluation(traces);
  }

  async exportResults(traces?: readonly TraceKey[]) {
    return (await this.parts).traces.exportResults(traces);
  }

  async sideBySide(query: SideBySideQuery) {
    return (await this.parts).scoring.sideBySide(query);
  }

  async labelDesk(annotator: string, seed: number) {
    return (await this.parts).scoring.labelDesk(annotator, seed);
  }

  async labelChoices(key: TraceKey, query: QueryId) {
    return (await this.parts).scoring.labelChoices(key, query);
  }

  async setLabel(label: NewLabel) {
    return (await this.parts).scoring.setLabel(label);
  }

  async removeLabel(key: TraceKey, query: QueryId, annotator: string) {
    return (await this.parts).scoring.removeLabel(key, query, annotator);
  }

  async undoLabel(annotator: string) {
    return (await this.parts).scoring.undoLabel(annotator);
  }

  async agreement(first: string, second: string) {
    return (await this.parts).scoring.agreement(first, second);
  }

  async importLabels(file: Blob, annotator: string) {
    return (await this.parts).scoring.importLabels(file, annotator);
  }

  async exportLabels(format: LabelFormat, annotator?: string) {
    return (await this.parts).scoring.exportLabels(format, annotator);
  }

  async exportTrace(key: TraceKey, annotator: string) {
    return (await this.parts).scoring.exportTrace(key, annotator);
  }

  async benchmarkFiles(options: HostOptions) {
    return (await this.parts).scoring.benchmarkFiles(options);
  }

  async downloadBenchmark(
    id: string,
    options: DownloadOptions,
    report: Reporter<DownloadProgress>,
  ) {
    const { scoring } = await this.parts;
    return reporting(report, (tell) => scoring.downloadBenchmark(id, options, tell));
  }

  async runBenchmark(id: string, options: BenchmarkOptions, report: Reporter<BenchmarkProgress>) {
    const { scoring } = await this.parts;
    return reporting(report, (tell) => scoring.runBenchmark(id, options, tell));
  }

  async stopBenchmark(id: string) {
    return (await this.parts).scoring.stop(id);
  }

  async previewFile(document: NotebookDocument) {
    return (await this.parts).files.preview(document);
  }

  async writeFile(
    id: string,
    document: NotebookDocument,
    choice: FileChoice,
    report: Reporter<FileProgress>,
  ) {
    const { files } = await this.parts;
    return reporting(report, (tell) => files.write(id, document, choice, tell));
  }

  async recognisesFile(file: Blob) {
    return (await this.parts).files.recognises(file);
  }

  async readFile(file: Blob, report: Reporter<FileProgress>) {
    const { files } = await this.parts;
    return reporting(report, (tell) => files.read(file, tell));
  }

  private tell(event: WorkerEvent): void {
    if (this.listener === undefined) this.unheard.push(event);
    else void this.listener(event);
  }
}
