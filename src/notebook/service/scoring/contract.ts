import type { OpId, QueryId, TraceKey } from '../../../base/brand';
import type { Problem } from '../../../base/problem';
import type { Result } from '../../../base/result';
import type { Share } from '../../../base/statistics/wilson';
import type { Kappa } from '../../../base/statistics/kappa';
import type { PairedCounts } from '../../../cases/comparison';
import type { ErrorType } from '../../../cases/error-type';
import type { Evaluation } from '../../../cases/evaluation';
import type { EvidenceMode, EvidenceQuery, Method } from '../../../cases/verdict';
import type { MemorySystem } from '../../../graph/system';
import type { OperationBrief } from '../contract';
import type { Benchmarking } from './benchmark-contract';

/** One way of finding verdicts, and how many cases have one found this way. */
export interface RunInfo {
  /** Names the way; the same in every notebook. */
  readonly id: string;
  readonly method: Method;
  readonly evidence: EvidenceMode;
  readonly evidenceQuery: EvidenceQuery | undefined;
  readonly verdicts: number;
  /** What a run that asked a model is called. */
  readonly name?: string;
}

/** What to compare: two runs, by default the first two there are, against the labels of somebody. */
export interface SideBySideQuery {
  readonly traces?: readonly TraceKey[];
  readonly left?: string;
  readonly right?: string;
  /** The annotator whose labels count; without one, those of the file, else the newest made here. */
  readonly annotator?: string;
}

export interface SideBySide {
  readonly runs: readonly RunInfo[];
  /** Everyone who made labels here, and `file` where traces carry annotations. */
  readonly annotators: readonly string[];
  readonly left: EvaluatedRun | undefined;
  readonly right: EvaluatedRun | undefined;
  /** Present when there are two runs to compare. */
  readonly comparison: ComparedRuns | undefined;
}

export interface EvaluatedRun {
  readonly run: RunInfo;
  readonly evaluation: Evaluation;
}

export interface ComparedRuns {
  readonly n: number;
  readonly errorType: PairedCounts;
  readonly operation: PairedCounts;
  readonly oneSided: number;
  /** At most `MOST_DISAGREEMENTS` of them; `disagreed` counts all. */
  readonly disagreements: readonly DisagreementRow[];
  readonly disagreed: number;
}

/** Longest list of disagreements that crosses to the page at once. */
export const MOST_DISAGREEMENTS = 500;

/** What somebody, or a run, said of a case. */
export interface Said {
  readonly errorType: ErrorType;
  readonly opId: OpId | undefined;
}

export interface DisagreementRow {
  readonly traceKey: TraceKey;
  readonly queryId: QueryId;
  readonly question: string;
  readonly system: MemorySystem;
  readonly label: Said | undefined;
  readonly left: Said | undefined;
  readonly right: Said | undefined;
}

/** A case in the blind queue; nothing in it tells what a run or another person said. */
export interface QueueItem {
  readonly traceKey: TraceKey;
  readonly queryId: QueryId;
  /** What this annotator said, if anything yet, and why. */
  readonly said: Said | undefined;
  readonly reason: string;
}

/** Where an annotator stands. */
export interface LabelDesk {
  readonly annotator: string;
  readonly seed: number;
  /** Every failed case of the notebook in the order in which to label them. */
  readonly queue: readonly QueueItem[];
  readonly done: number;
  /** Everyone who made labels here, with how many; those of files under `file`. */
  readonly annotators: readonly { readonly name: string; readonly labels: number }[];
}

/** A label to make or to change. */
export interface NewLabel {
  readonly traceKey: TraceKey;
  readonly queryId: QueryId;
  readonly annotator: string;
  readonly errorType: ErrorType;
  readonly opId: OpId | undefined;
  readonly reason: string;
}

export interface AgreementView {
  readonly first: string;
  readonly second: string;
  readonly errorType: Kappa;
  readonly operation: Share;
  readonly disagreements: readonly LabelDisagreement[];
}

export interface LabelDisagreement {
  readonly traceKey: TraceKey;
  readonly queryId: QueryId;
  readonly question: string;
  readonly first: Said;
  readonly second: Said;
}

/** What became of an imported list; `remarks` name what was left out. */
export interface LabelImport {
  readonly kind: 'annotations' | 'interface';
  readonly taken: number;
  readonly remarks: readonly Problem[];
}

export type LabelFormat = 'annotations' | 'interface';

/**
 * Labels, runs side by side, and the benchmark. Names of annotators are free text; `file` stands for
 * the annotations that came with a trace and cannot be written under.
 */
export interface ScoringService extends Benchmarking {
  sideBySide(query: SideBySideQuery): Promise<SideBySide>;
  labelDesk(annotator: string, seed: number): Promise<LabelDesk>;
  /** The operations that a label of a case may blame: of its evidence, its search, its answer. */
  labelChoices(key: TraceKey, query: QueryId): Promise<Result<readonly OperationBrief[]>>;
  /** Makes a label, or changes the one this annotator made; refuses operations the trace lacks. */
  setLabel(label: NewLabel): Promise<Result<void>>;
  removeLabel(key: TraceKey, query: QueryId, annotator: string): Promise<Result<void>>;
  /** Takes back what this annotator did last in this visit, and says for which case. */
  undoLabel(annotator: string): Promise<Result<QueueItem | undefined>>;
  agreement(first: string, second: string): Promise<AgreementView>;
  /** @param annotator whose labels they become where the list does not say */
  importLabels(file: Blob, annotator: string): Promise<Result<LabelImport>>;
  /** The labels made here, by everyone unless one is named, as a JSON file. */
  exportLabels(format: LabelFormat, annotator?: string): Promise<Blob>;
  /** The bytes of a trace with the labels of an annotator among its annotations. */
  exportTrace(key: TraceKey, annotator: string): Promise<Result<Blob>>;
}
