import type { QueryId, TraceKey } from '../../base/brand';
import type { Problem } from '../../base/problem';
import type { Result } from '../../base/result';
import type { AskingMethod } from '../../attribution/ask-model';
import type { ErrorType } from '../../cases/error-type';
import type { EvidenceMode, EvidenceQuery } from '../../cases/verdict';
import type { BudgetLimits } from '../../models/usage/budget';

/** The methods that ask a model, the cheapest first. */
export const ASKING_METHODS = [
  'guided',
  'log-agent',
  'graph-agent',
  'all-at-once',
] as const satisfies readonly AskingMethod[];

/** Which failed cases a run takes: all, or those whose shown verdict is unsure or missing. */
export type RunScope = 'failed' | 'unsure';

/** What a run is to do. */
export interface RunPlan {
  readonly method: AskingMethod;
  /** The model's id. */
  readonly model: string;
  readonly evidence: EvidenceMode | 'none';
  readonly evidenceQuery: EvidenceQuery;
  readonly priors: boolean;
  readonly repetitions: number;
  readonly scope: RunScope;
  /** Only so many cases, the first ones; all of them when absent. */
  readonly most?: number;
  /** Only these traces; all of them when absent. */
  readonly traces?: readonly TraceKey[];
  readonly limits: BudgetLimits;
}

/** What a run would take; figures that nobody knows are `undefined`. */
export interface RunEstimate {
  readonly cases: number;
  readonly calls: number;
  readonly tokens: number;
  /** US dollars. */
  readonly cost: number | undefined;
  readonly minutes: number;
  /** How many finished cases of the same method and model it rests on; 0 for figures of our own measurements. */
  readonly basedOn: number;
}

/** One case of a run, as the page shows it. */
export interface RunCaseView {
  readonly traceKey: TraceKey;
  readonly queryId: QueryId;
  readonly question: string;
  readonly state: 'waiting' | 'begun' | 'done' | 'failed';
  readonly errorType: ErrorType | undefined;
  readonly opName: string;
  readonly unsure: boolean;
  readonly problem: Problem | undefined;
  readonly calls: number | undefined;
  readonly tokens: number | undefined;
  readonly cost: number | undefined;
}

export interface RunView {
  readonly id: string;
  readonly name: string;
  readonly createdAt: number;
  readonly plan: RunPlan;
  /** `interrupted`: it was running when the page was closed or broke down. */
  readonly state: 'running' | 'paused' | 'interrupted' | 'done';
  readonly problem: Problem | undefined;
  readonly total: number;
  readonly done: number;
  readonly failed: number;
  readonly calls: number;
  /** Calls that were answered from what is kept: no request was made for them. */
  readonly keptCalls: number;
  readonly tokens: number | undefined;
  readonly cost: number | undefined;
}

/** One step of a case: which tool, about what, and what it concluded. */
export interface LiveStep {
  readonly queryId: QueryId;
  readonly question: string;
  readonly tool: string;
  readonly about: string;
  readonly concluded: string;
}

/** What is told while a run goes on. */
export interface RunProgress {
  readonly run: RunView;
  /** Steps since the last report. */
  readonly steps: readonly LiveStep[];
}

/** Runs of methods that ask a model. Everything returned is plain. */
export interface RunService {
  list(): Promise<readonly RunView[]>;
  cases(runId: string): Promise<readonly RunCaseView[]>;
  estimate(plan: RunPlan): Promise<Result<RunEstimate>>;
  /** Makes a run and works through it; ends when it is done, paused, or stopped by a problem. */
  start(
    name: string,
    plan: RunPlan,
    report: (progress: RunProgress) => void,
  ): Promise<Result<RunView>>;
  /** Goes on with a run: cases that are not finished, and those that failed when asked to. */
  resume(
    runId: string,
    retry: boolean,
    report: (progress: RunProgress) => void,
  ): Promise<Result<RunView>>;
  /** Stops within a second; what is finished stays. */
  pause(runId: string): Promise<void>;
  /** Forgets a run; its verdicts stay. */
  remove(runId: string): Promise<Result<void>>;
  /** The verdicts of a run in MemTrace's results format with what they cost. */
  exportRun(runId: string): Promise<Result<Blob>>;
}
