import type { OpId, QueryId, TraceKey } from '../../base/brand';
import type { Case } from '../../cases/case';
import type { ErrorType } from '../../cases/error-type';
import type { ReplayProof } from '../../cases/replay-proof';
import type { Quote, Stage, StageStatus, Verdict } from '../../cases/verdict';
import type { MemorySystem } from '../../graph/system';

/** One judged question of the traces reported, with the newest verdict where it has one. */
export interface ReportEntry {
  readonly case: Case;
  readonly path: string;
  readonly verdict: Verdict | undefined;
  /** Name of the decisive operation; empty without a verdict. */
  readonly opName: string;
  readonly proof?: ReplayProof | undefined;
}

/** How many cases ended in each error type, split by what `label` names. */
export interface CrossRow {
  readonly label: string;
  readonly cases: number;
  readonly failed: number;
  readonly attributed: number;
  /** One count for each of the table's `types`. */
  readonly counts: readonly number[];
}

export interface CrossTable {
  readonly types: readonly ErrorType[];
  readonly rows: readonly CrossRow[];
}

/** What the verdicts say of one station of the pipeline. */
export interface FunnelStage {
  readonly stage: Stage;
  readonly status: Readonly<Record<StageStatus, number>>;
  /** Attributed cases whose facts were lost neither here nor at an earlier station. */
  readonly survived: number;
}

export interface Funnel {
  readonly attributed: number;
  readonly stages: readonly FunnelStage[];
}

export interface ReportQuote extends Quote {
  readonly stage: Stage;
  readonly status: StageStatus;
}

/** One failed case that stands for its class, with what proves it. */
export interface ReportExample {
  readonly traceKey: TraceKey;
  readonly queryId: QueryId;
  readonly path: string;
  readonly system: MemorySystem;
  readonly question: string;
  readonly gold: string;
  readonly prediction: string;
  readonly opId: OpId;
  readonly opName: string;
  readonly sentence: string;
  readonly confidence: number;
  readonly unsure: boolean;
  readonly proof: ReplayProof['outcome'] | undefined;
  readonly quotes: readonly ReportQuote[];
}

export interface ErrorClass {
  readonly type: ErrorType;
  readonly n: number;
  /** Operations by how many of these cases they broke, most first. */
  readonly operations: readonly { readonly name: string; readonly n: number }[];
  readonly advice: readonly string[];
  readonly examples: readonly ReportExample[];
}

/** Everything a report says, as plain numbers and texts; each rendering shows the same. */
export interface ReportSummary {
  readonly traces: readonly {
    readonly path: string;
    readonly system: MemorySystem;
    readonly cases: number;
    readonly failed: number;
    readonly attributed: number;
  }[];
  readonly totals: {
    readonly cases: number;
    readonly failed: number;
    readonly passed: number;
    readonly unscored: number;
    /** Cases that need a verdict: the denominator of `attributed`. */
    readonly toAttribute: number;
    readonly attributed: number;
    readonly unsure: number;
    readonly proved: number;
    readonly refuted: number;
    readonly undecided: number;
  };
  readonly bySystem: CrossTable;
  /** Rows are `system · operation name`. */
  readonly byOperation: CrossTable;
  readonly byQuestionType: CrossTable;
  readonly funnel: Funnel;
  readonly classes: readonly ErrorClass[];
  /** What verdicts say of whole runs that are broken, each sentence once. */
  readonly brokenRuns: readonly string[];
  /** How the verdicts were found: method and evidence, each with its number of cases. */
  readonly ways: readonly { readonly way: string; readonly n: number }[];
}
