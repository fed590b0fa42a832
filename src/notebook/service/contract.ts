import type { NodeId, OpId, QueryId, TraceKey } from '../../base/brand';
import type { Problem } from '../../base/problem';
import type { Result } from '../../base/result';
import type { Case, Outcome } from '../../cases/case';
import type { ErrorType } from '../../cases/error-type';
import type { Evaluation } from '../../cases/evaluation';
import type { ReplayProof } from '../../cases/replay-proof';
import type { EvidenceMode, EvidenceQuery, Verdict } from '../../cases/verdict';
import type { MemorySystem } from '../../graph/system';
import type { NotebookRow } from '../../store/rows';
import type { StoreStatus } from '../../store/status';
import type { Skipped, TraceCounts } from '../../trace/columns';
import type { ImportReport } from '../../trace/import-report';
import type { ExplorerService } from '../explorer/contract';
import type { ArchiveContents, ArchiveMember } from '../../trace/read/several-files';
import type { RunService } from '../runs/contract';
import type { CaseFacets } from './case-facets';
import type { LabService } from '../lab/contract';
import type { ReplayService } from '../replay/contract';
import type { ReportService } from '../report/contract';
import type { NotebookFiles } from '../file/contract';
import type { ScoringService } from './scoring/contract';

export type { CaseFacets, Facet } from './case-facets';

/** What the page knows of an opened trace. */
export interface TraceSummary {
  readonly key: TraceKey;
  /** The file's name as dropped, with `#2` for the second graph of one file. Identifies nothing. */
  readonly name: string;
  /** Path inside the dropped folder, or the name; goes into exported results as `graph_path`. */
  readonly path: string;
  readonly graphId: string;
  readonly system: MemorySystem;
  readonly dataset: string;
  readonly bytes: number;
  readonly counts: TraceCounts;
  readonly judged: number;
  readonly failed: number;
  readonly unscored: number;
  readonly labelled: number;
  /** Whether any failed case has labelled evidence. */
  readonly hasEvidence: boolean;
  readonly addedAt: number;
  /** What JSON forbids or leaves open and was read all the same; traces stored earlier do not know. */
  readonly tolerated?: readonly Skipped[];
  /** What an importer made of the file of another tool; absent for a trace that is one itself. */
  readonly imported?: ImportReport;
  /** Set on evaluation rows whose trace is here: they add metrics to it, and no cases. */
  readonly linkedTo?: TraceKey;
}

/** Progress of reading one file, counted as dropped; files are read one at a time, others are `waiting`. */
export interface ReadProgress {
  readonly state: 'waiting' | 'reading' | 'storing';
  readonly bytes: number;
  readonly total: number;
  readonly bytesPerSecond: number;
}

/** How reading a file ended. Traces that were stored before are in `alreadyThere`, and unchanged. */
export type ImportOutcome =
  | {
      readonly kind: 'read';
      readonly traces: readonly TraceSummary[];
      readonly alreadyThere: readonly TraceKey[];
      readonly milliseconds: number;
    }
  | {
      readonly kind: 'read-with-list';
      readonly traces: readonly TraceSummary[];
      readonly alreadyThere: readonly TraceKey[];
      readonly skipped: readonly Skipped[];
      readonly milliseconds: number;
    }
  | { readonly kind: 'refused'; readonly problem: Problem };

/** One row of the failed-questions table: short texts, for hundreds of rows at a time. */
export interface CaseRow {
  readonly traceKey: TraceKey;
  readonly queryId: QueryId;
  readonly question: string;
  readonly gold: string;
  readonly prediction: string;
  readonly system: MemorySystem;
  readonly dataset: string;
  readonly questionType: string;
  readonly outcome: Outcome;
  readonly score: number | undefined;
  readonly label: { readonly errorType: ErrorType; readonly opId: OpId | undefined } | undefined;
  readonly verdict: VerdictRow | undefined;
}

export interface VerdictRow {
  readonly shownType: ErrorType;
  readonly opId: OpId;
  readonly opName: string;
  readonly confidence: number;
  readonly unsure: boolean;
  readonly sentence: string;
  /** Where the evidence came from; of several verdicts for one case the newest is shown. */
  readonly evidenceMode: EvidenceMode;
  /** What replay said of it, once it was asked. */
  readonly proof?: ReplayProof['outcome'];
}

export type CaseColumn =
  | 'question'
  | 'gold'
  | 'prediction'
  | 'system'
  | 'dataset'
  | 'questionType'
  | 'verdict'
  | 'confidence'
  | 'label';

/** What the table shows: filters are joined by "and"; an absent filter lets everything through. */
export interface CaseQuery {
  readonly outcomes: readonly Outcome[];
  readonly text?: string;
  readonly systems?: readonly MemorySystem[];
  readonly datasets?: readonly string[];
  readonly questionTypes?: readonly string[];
  /** `none` stands for "no verdict yet" or "no label". */
  readonly verdicts?: readonly (ErrorType | 'none')[];
  readonly labels?: readonly (ErrorType | 'none')[];
  readonly traces?: readonly TraceKey[];
  readonly sort: { readonly column: CaseColumn; readonly descending: boolean } | undefined;
  readonly offset: number;
  readonly limit: number;
}

export interface CasePage {
  readonly rows: readonly CaseRow[];
  /** Rows that pass the filters, and all judged or labelled questions of the notebook. */
  readonly matching: number;
  readonly total: number;
  /**
   * Values for the filter menus. `outcomes` counts every case of the traces asked for, the others
   * count those with the outcomes asked for; further filters change no count.
   */
  readonly facets: CaseFacets;
}

export interface AttributionOptions {
  readonly method: 'flow';
  readonly evidence: EvidenceMode;
  readonly evidenceQuery: EvidenceQuery;
  /** Only these traces; all of them when absent. */
  readonly traces?: readonly TraceKey[];
  /** Leaves out cases that have a verdict found with the same method and evidence. */
  readonly onlyMissing?: boolean;
}

/** How far a run is; what was found so far is asked for a page of rows at a time, with `cases`. */
export interface AttributionProgress {
  readonly done: number;
  readonly total: number;
}

export interface AttributionSummary {
  readonly done: number;
  readonly total: number;
  readonly cancelled: boolean;
  readonly milliseconds: number;
}

/** How far a proof is: which of its replays runs, counted from 1, and how many of its steps are done. */
export interface ProveProgress {
  readonly replay: number;
  readonly done: number;
  readonly total: number;
}

/** Everything the Case cell shows of one case. */
export interface CaseView {
  readonly case: Case;
  readonly trace: TraceSummary;
  readonly verdict: Verdict | undefined;
  /** What replay said of the verdict, once it was asked. */
  readonly proof?: ReplayProof;
  /** Name and category of every operation the case or its verdict mentions. */
  readonly operations: readonly OperationBrief[];
}

export interface OperationBrief {
  readonly opId: OpId;
  readonly name: string;
  readonly category: string;
  readonly comment: string;
  /** Execution time, milliseconds since 1970 read as UTC; NaN when unreadable. */
  readonly createdAt: number;
  readonly sessionId: string | undefined;
  readonly sessionComment: string;
}

/** One box of a drawn subgraph, with its place: `x` grows with time, `y` with the layer. */
export interface SubgraphNode {
  readonly id: string;
  readonly kind: 'variable' | 'operation' | 'more';
  /** In the drawing of one operation what the variable is to it, elsewhere what it is to the system. */
  readonly role:
    | 'input'
    | 'intermediate'
    | 'output'
    | 'operation'
    | 'more'
    | 'message'
    | 'working'
    | 'memory'
    | 'question'
    | 'context'
    | 'answer'
    | 'prompt';
  readonly label: string;
  readonly detail: string;
  readonly preview: string;
  readonly x: number;
  readonly y: number;
}

export interface SubgraphEdge {
  readonly id: string;
  readonly source: string;
  readonly target: string;
  readonly label: string;
}

/** An operation subgraph laid out for drawing; at most about 600 elements. */
export interface OperationView {
  readonly operation: OperationBrief;
  readonly metadata: readonly (readonly [string, string])[];
  readonly nodes: readonly SubgraphNode[];
  readonly edges: readonly SubgraphEdge[];
  /** Variables that were grouped away to keep the picture readable. */
  readonly hidden: number;
}

/** One variable, with a window of its value: decoded for reading, raw one click away. */
export interface VariableView {
  readonly id: NodeId;
  readonly category: string;
  readonly className: string | undefined;
  readonly comment: string;
  readonly createdAt: number;
  readonly metadata: string;
  readonly encoding: 'json' | 'python' | 'dataclass' | 'text';
  /** At most `VALUE_WINDOW` UTF-16 units each, from `offset`. */
  readonly decoded: string;
  /** Length of the whole decoded text; windows of it and of `raw` start at the same offset. */
  readonly decodedLength: number;
  /** The same with the values inside of its texts opened too; absent where that changes nothing. */
  readonly nested: string | undefined;
  readonly nestedLength: number;
  readonly raw: string;
  readonly offset: number;
  readonly rawLength: number;
  readonly valueBytes: number;
  readonly versions: readonly { readonly id: NodeId; readonly createdAt: number }[];
  readonly writtenBy: readonly OperationBrief[];
  /** The first operations in execution order; `readByCount` counts them all. */
  readonly readBy: readonly OperationBrief[];
  readonly readByCount: number;
}

/** Longest piece of a value that crosses to the page at once. */
export const VALUE_WINDOW = 20_000;

/**
 * What the trace worker does for the page. Long calls take an id that `cancel` stops, and a report
 * function. Everything returned is small, plain and cloneable.
 */
export interface TraceService {
  /**
   * The trace files of an archive that holds several: each is then imported by itself, as `member`.
   * Empty for every other file, which is imported as it is.
   */
  archiveMembers(file: Blob): Promise<ArchiveContents>;
  /**
   * Reads one file; stores every trace in it unless it is stored already.
   * @param member reads this file of the archive `file`; name and path are the member's
   */
  importFile(
    id: string,
    file: Blob,
    name: string,
    path: string,
    report: (progress: ReadProgress) => void,
    member?: ArchiveMember,
  ): Promise<ImportOutcome>;
  cancel(id: string): Promise<void>;
  traces(): Promise<readonly TraceSummary[]>;
  /**
   * Says which stored traces the open notebook holds; whatever asks for "all" gets these. Without
   * keys, every stored trace. A trace read later belongs to it as well.
   */
  choose(traces: readonly TraceKey[] | undefined): Promise<void>;
  /** Forgets a trace: bytes, columns and cases. Verdicts and labels stay for when it comes back. */
  removeTrace(key: TraceKey): Promise<Result<void>>;
  cases(query: CaseQuery): Promise<CasePage>;
  attribute(
    id: string,
    options: AttributionOptions,
    report: (progress: AttributionProgress) => void,
  ): Promise<Result<AttributionSummary>>;
  /**
   * Proves or refutes by replay the verdict shown for a case, and keeps the proof with it. Asks no
   * model. A cancelled proof is the problem `cancelled`, and nothing is kept.
   */
  prove(
    id: string,
    key: TraceKey,
    query: QueryId,
    report: (progress: ProveProgress) => void,
  ): Promise<Result<ReplayProof>>;
  caseView(key: TraceKey, query: QueryId): Promise<Result<CaseView>>;
  /** @param keep variables to show even where others of their kind are grouped away */
  operationView(key: TraceKey, op: OpId, keep?: readonly NodeId[]): Promise<Result<OperationView>>;
  variableView(key: TraceKey, node: NodeId, offset: number): Promise<Result<VariableView>>;
  evaluation(traces?: readonly TraceKey[]): Promise<Evaluation>;
  /** The verdicts in MemTrace's results format (formats §6), as a JSON file. */
  exportResults(traces?: readonly TraceKey[]): Promise<Blob>;
}

/** Who edits a notebook in this tab, and is told when another tab takes over. */
export interface NotebookOwner {
  /** Stores what is unsaved and stops editing; the lock is let go afterwards. */
  readonly handOver: () => Promise<void>;
  /** The lock was taken without asking: nothing can be stored any more. */
  readonly lost: () => void;
}

/** Where notebooks are kept. One tab writes a notebook; the others may look at it. */
export interface NotebookStore {
  /**
   * The stored notebook, or `undefined` when there is none under this id. `mayWrite` is false while
   * another tab has it open.
   */
  open(id: string): Promise<Result<OpenedNotebook>>;
  /** Stores a notebook whose revision is one more than the stored one; anything else is refused. */
  save(notebook: NotebookRow): Promise<Result<void>>;
  /**
   * Makes this tab the writer within two seconds: the other tab is asked to store what it has, and
   * loses the notebook anyhow. Gives the notebook as it then is.
   */
  takeOver(id: string): Promise<Result<OpenedNotebook>>;
  /** Says who edits a notebook here; replaces whoever was said before. */
  own(id: string, owner: NotebookOwner): void;
}

/** All notebooks of this browser: what the start page lists. */
export interface NotebookShelf extends NotebookStore {
  all(): Promise<Result<readonly NotebookRow[]>>;
  /** Stores a notebook under an id that is not taken; its revision is 1. */
  create(notebook: NotebookRow): Promise<Result<void>>;
  /** Stores a changed notebook; refused while another tab has it open. */
  change(id: string, to: (notebook: NotebookRow) => NotebookRow): Promise<Result<void>>;
  /** Refused while another tab has it open. Traces, verdicts and labels stay. */
  remove(id: string): Promise<Result<void>>;
}

export interface OpenedNotebook {
  readonly notebook: NotebookRow | undefined;
  readonly mayWrite: boolean;
}

/**
 * What the page gets from its store and its worker; the worker starts when it is first needed. Made by `connect` in client.ts, one for the whole page.
 * The document comes from `openNotebook(connection.notebooks, FIRST_NOTEBOOK)` (document/): an editor
 * with cells, commands, undo, `saved` and `onChange`; on a first visit `readSample` (welcome.ts) then
 * fills it. Call `editor.flush()` when the page is hidden.
 */
export interface TraceConnection {
  readonly traces: TraceService;
  readonly explorer: ExplorerService;
  readonly scoring: ScoringService;
  readonly reports: ReportService;
  readonly runs: RunService;
  readonly lab: LabService;
  readonly replays: ReplayService;
  readonly notebooks: NotebookShelf;
  readonly files: NotebookFiles;
  /** Keys of every stored trace, whichever notebook holds it; starts no worker. */
  storedTraces(): Promise<Result<readonly TraceKey[]>>;
  /** Fetches and starts the worker ahead of its first call: a file is held over the page. */
  wake(): void;
  /** How the store stands, with the text of a banner where the user should know. */
  readonly status: StoreStatus | undefined;
  /** Told at once, and on every change. Returns the way to stop. */
  onStatus(listener: (status: StoreStatus) => void): () => void;
  /** Told of what went wrong outside of any call: a crash of the worker, a batch not stored. */
  onProblem(listener: (problem: Problem) => void): () => void;
  /** Gives the trace worker the way to the models: a port of `ModelConnection.newPort()`. */
  useModels(port: MessagePort): void;
  /** Ends the worker; nothing can be called after that. */
  close(): void;
}
