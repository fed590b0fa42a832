import type { NodeId, OpId, QueryId, TraceKey } from '../../base/brand';
import type { Result } from '../../base/result';
import type { MemorySystem } from '../../graph/system';
import type { Spending } from '../../optimize/trial/spending';
import type { ParameterValue } from '../../replay/engine/changes';
import type { Mark } from '../../replay/engine/held';
import type { SystemParameter } from '../../replay/parameters-of';
import type { RunnableSystem } from '../../replay/systems/make-system';
import type { ModelId } from '../lab/contract';

export type { Mark } from '../../replay/engine/held';
export type { ParameterValue } from '../../replay/engine/changes';
export type { RunnableSystem } from '../../replay/systems/make-system';
export type { SystemParameter } from '../../replay/parameters-of';
export type { Spending } from '../../optimize/trial/spending';

/** One thing that is to be different, as the Replay cell keeps it. Texts are decoded. */
export type PlannedChange =
  | {
      readonly kind: 'output';
      readonly opId: OpId;
      readonly variable: NodeId;
      readonly text: string;
    }
  | { readonly kind: 'edit-unit'; readonly variable: NodeId; readonly text: string }
  /** `unit` is the full name of a deleted memory unit. */
  | { readonly kind: 'restore-unit'; readonly unit: string }
  | {
      readonly kind: 'force-retrieval';
      readonly query: QueryId;
      readonly units: readonly string[];
    }
  | { readonly kind: 'prompt'; readonly prompt: string; readonly text: string }
  | { readonly kind: 'parameter'; readonly name: string; readonly value: ParameterValue };

/** An operation whose outputs can be replaced. */
export interface ChangeableOperation {
  readonly opId: OpId;
  readonly name: string;
  readonly category: string;
  readonly isDecisive: boolean;
}

export interface ChangeableOutput {
  readonly variable: NodeId;
  readonly className: string;
  /** Decoded where it is one text, else as recorded. */
  readonly text: string;
}

/** What can be made different in a trace, seen from one of its questions. */
export interface Changeable {
  readonly system: MemorySystem;
  readonly isReplayable: boolean;
  /** Prompt variables that operations read, with their recorded texts. */
  readonly prompts: readonly { readonly name: string; readonly text: string }[];
  readonly parameters: readonly SystemParameter[];
  /** The operations of the case, in order of execution. */
  readonly operations: readonly ChangeableOperation[];
}

/**
 * Who answers what the changes touch: a model, or nobody: `ideal` behaviour keeps, finds and answers
 * right exactly when the information stands in its input, from the last change on.
 */
export type Downstream =
  { readonly kind: 'model'; readonly model: ModelId | undefined } | { readonly kind: 'ideal' };

export interface ReplayPlan {
  readonly traceKey: TraceKey;
  readonly queryId: QueryId;
  readonly changes: readonly PlannedChange[];
  readonly downstream: Downstream;
  /** Searches, answers and judges the question of the case alone. */
  readonly onlyThisQuestion: boolean;
}

export interface ReplayProgress {
  readonly done: number;
  readonly total: number;
  readonly calls: number;
  readonly cost: number | undefined;
}

/** An operation that was not taken from the record. */
export interface ChangedOperation {
  readonly name: string;
  /** Its place in the loaded trace; none where the replay did something new. */
  readonly recorded: OpId | undefined;
  readonly mark: Mark;
}

/** A question whose answer turned from wrong to not wrong, or back. */
export interface FlippedQuestion {
  readonly queryId: QueryId;
  readonly question: string;
  readonly before: number | undefined;
  readonly after: number;
  readonly prediction: string;
}

/** What a replay with changes did. */
export interface ReplayOutcome {
  /** Opens the replayed trace while this page is open. */
  readonly ref: string;
  readonly operations: Readonly<Record<Mark, number>>;
  /** The first of the changed operations, in order of execution. */
  readonly changed: readonly ChangedOperation[];
  readonly flips: readonly FlippedQuestion[];
  /** The question of the case, before and after; `after` is missing when it was not judged again. */
  readonly answer: {
    readonly before: string;
    readonly after: string | undefined;
    readonly scoreBefore: number | undefined;
    readonly scoreAfter: number | undefined;
  };
  readonly spent: Spending;
  readonly anomalies: number;
  readonly milliseconds: number;
}

/** A sample of a data set. */
export interface Sample {
  readonly id: string;
  readonly dataset: string;
  readonly sessions: number;
  readonly messages: number;
  readonly questions: number;
}

/** A data set file that was read, kept while this page is open. */
export interface SampleFile {
  readonly ref: string;
  readonly samples: readonly Sample[];
}

export interface SampleWish {
  readonly ref: string;
  readonly sample: number;
  readonly system: RunnableSystem;
  readonly model: ModelId;
  /** Finds what is stored; BM25 does without one, and the trace says so. */
  readonly embedding: ModelId | undefined;
  readonly parameters: Readonly<Record<string, ParameterValue>>;
  /** Only the first sessions and questions; all of them when absent. */
  readonly sessions?: number;
  readonly questions?: number;
}

export interface SampleRun {
  readonly traceKey: TraceKey;
  readonly name: string;
  readonly questions: number;
  readonly right: number;
  readonly spent: Spending;
  readonly milliseconds: number;
}

/** What the trace worker does for the Replay cell. Long calls take an id that `stop` ends. */
export interface ReplayService {
  changeable(key: TraceKey, query: QueryId): Promise<Result<Changeable>>;
  /** What an operation wrote. */
  outputs(key: TraceKey, op: OpId): Promise<Result<readonly ChangeableOutput[]>>;
  /** What a version of a memory unit says. */
  unitText(key: TraceKey, variable: NodeId): Promise<Result<string>>;
  run(
    id: string,
    plan: ReplayPlan,
    report: (progress: ReplayProgress) => void,
  ): Promise<Result<ReplayOutcome>>;
  /** Takes a replayed trace into the notebook, so that it can be looked at like any other. */
  openTrace(ref: string, name: string): Promise<Result<TraceKey>>;
  /** Reads a data set: LoCoMo, LongMemEval, RealMem, or MemBase's standardized JSON. */
  samples(file: Blob): Promise<Result<SampleFile>>;
  /** The parameters of a memory system with their defaults. */
  parameters(system: RunnableSystem): Promise<readonly SystemParameter[]>;
  /** Runs a memory system over a sample and takes the trace into the notebook. */
  runSample(
    id: string,
    wish: SampleWish,
    report: (progress: ReplayProgress) => void,
  ): Promise<Result<SampleRun>>;
  stop(id: string): Promise<void>;
}
