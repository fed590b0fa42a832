import type { TraceKey } from '../../base/brand';
import type { Result } from '../../base/result';
import type { ErrorType } from '../../cases/error-type';
import type { MemorySystem } from '../../graph/system';
import type { AnsweredQuestion } from '../../optimize/compare/answers';
import type { Comparison } from '../../optimize/compare/compare';
import type { GateDecision } from '../../optimize/compare/gate';
import type { JudgeAgreement } from '../../optimize/compare/judge-agreement';
import type { LoopProgress, LoopSettings } from '../../optimize/loop/loop';
import type { PlaceholderCheck } from '../../optimize/prompts/placeholders';
import type { PromptVersion } from '../../optimize/prompts/versions';
import type {
  LabRecord,
  RunRecord,
  SuggestionRecord,
  TrialRecord,
} from '../../optimize/records/records';
import type { SuggestSettings } from '../../optimize/suggest/suggest';
import type { FailedCase, Unfixable } from '../../optimize/targets/targets';
import type { PromptRole } from '../../optimize/targets/optimisable';
import type { TrialPrice } from '../../optimize/trial/price';
import type { Scope } from '../../optimize/trial/scope';
import type { Spending } from '../../optimize/trial/spending';

export type { AnsweredQuestion } from '../../optimize/compare/answers';
export type { Comparison, PairedAnswer, PairedGroup } from '../../optimize/compare/compare';
export type { GateDecision } from '../../optimize/compare/gate';
export type { LoopProgress, LoopSettings } from '../../optimize/loop/loop';
export type { PlaceholderCheck } from '../../optimize/prompts/placeholders';
export type { PromptVersion, TreeLine } from '../../optimize/prompts/versions';
export type { RunRecord, SuggestionRecord, TrialRecord } from '../../optimize/records/records';
export type { TrialPrice } from '../../optimize/trial/price';
export type { Scope } from '../../optimize/trial/scope';
export type { Spending } from '../../optimize/trial/spending';

/** Traces of one memory system that a lab could work on. */
export interface LabChoice {
  readonly system: MemorySystem;
  /** One for each conversation. */
  readonly traces: readonly {
    readonly key: TraceKey;
    readonly name: string;
    readonly questions: number;
    readonly failed: number;
  }[];
}

/** An optimisable prompt variable as the lab shows it. */
export interface LabTarget {
  readonly name: string;
  readonly nodeId: string;
  readonly role: PromptRole;
  readonly readBy: readonly string[];
  readonly reads: number;
  /** Failed cases of tune whose decisive operation reads it: what suggestions may learn from. */
  readonly failed: readonly FailedCase[];
  /** How many of hold-out there are; they are counted and not shown. */
  readonly failedHeldOut: number;
  /** Id of the version that is kept. */
  readonly kept: string;
  /** How many traces of the lab recorded another text than the first one. */
  readonly otherTexts: number;
}

/** Another run over the same conversations: it can be compared without a model. */
export interface RecordedRun {
  readonly id: string;
  readonly name: string;
  readonly traces: readonly TraceKey[];
}

/** A run that was paused, interrupted or stopped: what it goes on from. */
export interface BegunRun {
  readonly id: string;
  /** Steps that are kept: feedbacks, aggregations, rewritten prompts, traces tried. */
  readonly steps: number;
  /** The round of the newest one; 0 is the control, and where there is no step yet. */
  readonly round: number;
  readonly spent: Spending;
}

/** A lab with everything that its cell lists. */
export interface LabView {
  readonly lab: LabRecord;
  readonly targets: readonly LabTarget[];
  readonly unfixable: readonly Unfixable[];
  readonly questions: { readonly tune: number; readonly holdOut: number };
  readonly trials: readonly TrialRecord[];
  readonly suggestions: readonly SuggestionRecord[];
  readonly runs: readonly RunRecord[];
  /** How far the runs are that have not ended. */
  readonly begun: readonly BegunRun[];
  readonly recordedRuns: readonly RecordedRun[];
  /** Traces of the lab that are no longer in the notebook. */
  readonly missing: readonly string[];
}

export interface NewLab {
  readonly system: MemorySystem;
  readonly seed: number;
  readonly share: number;
  /** The traces to work on; all of the memory system when absent. */
  readonly traces?: readonly TraceKey[];
}

export interface NewVersion {
  readonly target: string;
  readonly parent: string;
  readonly text: string;
  readonly note: string;
}

/** What is to be tried: a version for each prompt that is to differ from what is kept. */
export interface TrialChoice {
  readonly scope: Scope;
  readonly versions: readonly (readonly [string, string])[];
  readonly judgeRepeats: number;
  readonly kind: 'trial' | 'control';
}

/** A model of the Models cell, by its id. */
export type ModelId = string;

export interface WorkProgress {
  readonly done: number;
  readonly total: number;
  readonly calls: number;
  readonly cost: number | undefined;
}

/** A run of several rounds: a new one, or one that stopped, to go on, where wanted with another budget. */
export type RunWish =
  | { readonly settings: LoopSettings }
  | { readonly resume: string; readonly budget?: LoopSettings['budget'] };

/** One side of a comparison: the recorded run, another recorded one, a trial, or what a round of a run tried. */
export type RunRef =
  | { readonly kind: 'record' }
  | { readonly kind: 'recorded'; readonly id: string }
  | { readonly kind: 'trial'; readonly id: string }
  | { readonly kind: 'round'; readonly run: string; readonly round: number };

/** How many failed cases there are of an error type. */
export interface ErrorShift {
  readonly name: ErrorType;
  readonly before: number;
  readonly after: number;
}

/** A prompt that is another one after a change. */
export interface ChangedPrompt {
  readonly target: string;
  readonly before: string;
  readonly after: string;
  readonly note: string;
}

export interface ComparisonView {
  readonly comparison: Comparison;
  readonly gate: GateDecision;
  /** What of the memory system ran again; `recorded` for runs that were recorded as they are. */
  readonly scope: string;
  /** The prompts that differ. */
  readonly prompts: readonly ChangedPrompt[];
  readonly errors: readonly ErrorShift[];
  readonly agreement: JudgeAgreement;
  /** What each side asked of models; `undefined` for recorded runs, which do not tell. */
  readonly spent: { readonly before: Spending | undefined; readonly after: Spending | undefined };
  /** The trace that answers a question after the change: of the notebook, or a replayed one. */
  readonly places: readonly AnswerPlace[];
}

export interface AnswerPlace {
  readonly traceKey: TraceKey;
  readonly ref: string | undefined;
  readonly inNotebook: TraceKey | undefined;
}

export type ExportKind = 'update-results' | 'membase';

/** What the trace worker does for the Prompt lab. Long calls take an id that `stop` ends. */
export interface LabService {
  choices(): Promise<readonly LabChoice[]>;
  create(wish: NewLab): Promise<Result<LabRecord>>;
  open(lab: string): Promise<Result<LabView>>;
  check(lab: string, target: string, text: string): Promise<Result<PlaceholderCheck>>;
  addVersion(lab: string, version: NewVersion): Promise<Result<PromptVersion>>;
  setNote(lab: string, version: string, note: string): Promise<Result<void>>;
  /** Makes a version the one that is kept. */
  keep(lab: string, versions: readonly (readonly [string, string])[]): Promise<Result<void>>;
  price(lab: string, choice: TrialChoice, model: ModelId | undefined): Promise<Result<TrialPrice>>;
  runTrial(
    id: string,
    lab: string,
    choice: TrialChoice,
    model: ModelId,
    report: (progress: WorkProgress) => void,
  ): Promise<Result<TrialRecord>>;
  suggest(
    id: string,
    lab: string,
    target: string,
    settings: SuggestSettings,
    model: ModelId,
    report: (progress: WorkProgress) => void,
  ): Promise<Result<SuggestionRecord>>;
  /** Starts a run, or goes on with one that stopped. */
  runLoop(
    id: string,
    lab: string,
    run: RunWish,
    model: ModelId,
    report: (progress: LoopProgress) => void,
  ): Promise<Result<RunRecord>>;
  compare(lab: string, before: RunRef, after: RunRef): Promise<Result<ComparisonView>>;
  /** One question on both sides. */
  answers(lab: string, run: RunRef): Promise<Result<readonly AnsweredQuestion[]>>;
  /** Takes a replayed trace into the notebook, so that it can be looked at like any other. */
  openTrace(lab: string, ref: string, name: string): Promise<Result<TraceKey>>;
  exportPrompts(lab: string, kind: ExportKind): Promise<Result<Blob>>;
  exportReport(lab: string, before: RunRef, after: RunRef): Promise<Result<Blob>>;
  importRun(
    lab: string,
    files: readonly { readonly path: string; readonly file: Blob }[],
  ): Promise<Result<number>>;
  stop(id: string): Promise<void>;
}
