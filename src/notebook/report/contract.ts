import type { TraceKey } from '../../base/brand';
import type { Result } from '../../base/result';
import type { ReportChart } from '../../report/render/html';
import type { ReportSummary } from '../../report/summary/contract';
import type { WrittenAnalysis } from '../../report/written/analysis';

export type {
  CrossTable,
  ErrorClass,
  ReportExample,
  ReportSummary,
} from '../../report/summary/contract';

/** What a report is of. */
export interface ReportScope {
  /** Only these traces; all of them when absent. */
  readonly traces?: readonly TraceKey[];
  /** Examples of each error class. */
  readonly examples: number;
}

export interface ReportView {
  readonly summary: ReportSummary;
  /** The report as flowing text, made from the counts. */
  readonly prose: string;
}

/** `memtrace` is `error_analysis_report.json`, the file MemTrace itself writes. */
export type ReportFormat = 'markdown' | 'html' | 'csv' | 'json' | 'memtrace';

export interface ReportFile {
  readonly format: ReportFormat;
  readonly title: string;
  /** What stands at the top instead of the text made from the counts. */
  readonly analysis?: string;
  /** Drawings for the HTML file. */
  readonly charts: readonly ReportChart[];
}

/** What a model is asked to write from. */
export interface WritingPlan {
  readonly model: string;
  /** What the system under study is, in the user's words; may be empty. */
  readonly overview: string;
}

/** How far the writing is, in calls, and the report so far. */
export interface WritingProgress {
  readonly done: number;
  readonly total: number;
  readonly report: string;
}

/** The report of the verdicts of the notebook. Everything is plain and cloneable. */
export interface ReportService {
  view(scope: ReportScope): Promise<ReportView>;
  file(scope: ReportScope, file: ReportFile): Promise<Blob>;
  /**
   * Lets a model write the report, four cases a call. Failures are those of the model; what was
   * written before one is kept, as unfinished.
   */
  write(
    id: string,
    scope: ReportScope,
    plan: WritingPlan,
    report: (progress: WritingProgress) => void,
  ): Promise<Result<WrittenAnalysis>>;
  stop(id: string): Promise<void>;
}
