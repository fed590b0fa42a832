import type { OpId, QueryId, TraceKey } from '../base/brand';
import type { Problem } from '../base/problem';
import type { Case, Label, Outcome } from '../cases/case';
import type { ErrorType } from '../cases/error-type';
import type { ReplayProof } from '../cases/replay-proof';
import type { EvidenceMode, EvidenceQuery, ModelShare, Verdict } from '../cases/verdict';
import type { MemorySystem } from '../graph/system';
import type { KeptCall, KeptVector, LoggedCall } from '../models/calls/ports';
import type { SealedKeys } from '../models/keys/vault';
import type { Skipped, TraceCounts } from '../trace/columns';
import type { ImportReport } from '../trace/import-report';
import type {
  LabRecord,
  RunRecord,
  StepRecord,
  SuggestionRecord,
  TrialRecord,
  TrialTraceRecord,
} from '../optimize/records/records';
import type { PackedColumnsRow } from './packed-columns';
import type { SearchIndexRow } from './packed-index';

/** What is known of a stored trace without opening it. */
export interface TraceRow {
  readonly key: TraceKey;
  readonly name: string;
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
  readonly hasEvidence: boolean;
  readonly addedAt: number;
  /** What JSON forbids or leaves open and was read all the same; traces stored earlier do not know. */
  readonly tolerated?: readonly Skipped[];
  /** What an importer made of the file of another tool; absent for a trace that is one itself. */
  readonly imported?: ImportReport;
}

/** The trace's own bytes, decompressed. */
export interface TraceBytesRow {
  readonly key: TraceKey;
  readonly bytes: Blob;
}

/** Cases of a trace: the first row names how many follow, under `key#1`, `key#2` and so on. */
export interface TraceCasesRow {
  readonly key: string;
  readonly cases: readonly Case[];
  readonly more?: number;
}

/** One line of the table of questions, as it was shown last. */
export interface ListedCase {
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
  readonly verdict: ListedVerdict | undefined;
}

export interface ListedVerdict {
  readonly shownType: ErrorType;
  readonly opId: OpId;
  readonly opName: string;
  readonly confidence: number;
  readonly unsure: boolean;
  readonly sentence: string;
  readonly evidenceMode: EvidenceMode;
}

/**
 * The lines of a trace in the table of questions, so that opening the page again waits for neither
 * its cases nor its verdicts. Removed with every change of a verdict or label, and written again later.
 */
export interface CaseListRow {
  readonly key: TraceKey;
  readonly rows: readonly ListedCase[];
}

/** A verdict; one for each way of finding it. `evidenceQuery` is empty where none was used. */
export interface VerdictRow {
  readonly traceKey: TraceKey;
  readonly queryId: QueryId;
  /** The method, and the run where it asked a model. */
  readonly method: string;
  readonly evidenceMode: EvidenceMode;
  readonly evidenceQuery: EvidenceQuery | '';
  readonly verdict: Verdict;
  /** Name of the decisive operation, so that lists open no trace. */
  readonly opName: string;
  readonly foundAt: number;
  /** Whether replay bore it out, once somebody asked. */
  readonly proof?: ReplayProof;
}

/** A label made here; those that came with a file stay in its cases. */
export interface LabelRow {
  readonly traceKey: TraceKey;
  readonly queryId: QueryId;
  readonly annotator: string;
  readonly label: Label;
  readonly changedAt: number;
  /** The edge that an imported list of the annotation interface names beside the operation. */
  readonly edgeId?: string;
}

/** A file that was dropped and how reading it ended. */
export interface ImportRow {
  readonly id: string;
  readonly name: string;
  readonly path: string;
  readonly bytes: number;
  readonly at: number;
  readonly traces: readonly TraceKey[];
  readonly skipped: readonly Skipped[];
  /** Set when the file was refused. */
  readonly problem: Problem | undefined;
}

/** A notebook as stored; its cells are checked by `notebook` when it is opened. */
export interface NotebookRow {
  readonly id: string;
  readonly title: string;
  readonly format: number;
  readonly cells: readonly unknown[];
  /** The traces it holds; missing in a notebook of format 1, which holds every stored trace. */
  readonly traces?: readonly TraceKey[] | undefined;
  /** Grows by one with each write. */
  readonly revision: number;
  readonly updatedAt: number;
}

export interface SettingRow {
  readonly key: string;
  readonly value: unknown;
}

/** A model that is set up; checked by who reads it. Holds no key. */
export interface ModelRow {
  readonly id: string;
  readonly addedAt: number;
  readonly setting: unknown;
}

/** The user's keys, sealed under a passphrase; one row at most. */
export interface SealedKeysRow {
  readonly key: string;
  readonly sealed: SealedKeys;
}

/** A run of a method that asks a model, as planned and as it stands. */
export interface RunRow {
  readonly id: string;
  readonly name: string;
  readonly createdAt: number;
  /** What was planned; checked by `notebook/runs` when it is read. */
  readonly plan: unknown;
  readonly cases: readonly { readonly traceKey: TraceKey; readonly queryId: QueryId }[];
  readonly state: 'running' | 'paused' | 'done';
  /** Why it stopped before its end, where it did so by itself. */
  readonly problem: Problem | undefined;
}

/** One case of a run: begun, finished, or failed. */
export interface RunCaseRow {
  readonly runId: string;
  readonly traceKey: TraceKey;
  readonly queryId: QueryId;
  readonly state: 'begun' | 'done' | 'failed';
  readonly verdict: Verdict | undefined;
  readonly opName: string;
  readonly problem: Problem | undefined;
  /** What completed calls took that a stop cut off from their verdict. */
  readonly spent: ModelShare | undefined;
}

/** Every table with the type of its rows. */
export interface Rows {
  readonly traces: TraceRow;
  readonly traceBytes: TraceBytesRow;
  readonly traceColumns: PackedColumnsRow;
  readonly traceCases: TraceCasesRow;
  readonly searchIndexes: SearchIndexRow;
  readonly caseLists: CaseListRow;
  readonly verdicts: VerdictRow;
  readonly labels: LabelRow;
  readonly imports: ImportRow;
  readonly notebooks: NotebookRow;
  readonly settings: SettingRow;
  readonly runs: RunRow;
  readonly runCases: RunCaseRow;
  readonly models: ModelRow;
  readonly sealedKeys: SealedKeysRow;
  readonly modelCalls: KeptCall;
  readonly modelVectors: KeptVector;
  readonly callLog: LoggedCall;
  readonly labs: LabRecord;
  readonly trials: TrialRecord;
  readonly suggestions: SuggestionRecord;
  readonly labRuns: RunRecord;
  readonly labSteps: StepRecord;
  readonly trialTraces: TrialTraceRecord;
}

export type TableName = keyof Rows;
