import type { NodeId, OpId, QueryId, TraceKey } from '../base/brand';
import type { MemoryErrorType } from './error-type';

/** How verdicts are found, in the order in which a choice shows them. `flow` uses no model. */
export const METHODS = ['flow', 'guided', 'graph-agent', 'log-agent', 'all-at-once'] as const;
export type Method = (typeof METHODS)[number];

/** What asking a model for one verdict took, over all its calls; unknown figures are `undefined`. */
export interface ModelShare {
  /** The model's stable id. */
  readonly model: string;
  readonly calls: number;
  /** Calls of these that were answered from the call cache. */
  readonly cachedCalls: number;
  readonly inputTokens: number | undefined;
  readonly outputTokens: number | undefined;
  /** US dollars. */
  readonly cost: number | undefined;
  readonly milliseconds: number;
  /** Of how many repetitions how many gave this verdict's type and operation; absent without repetition. */
  readonly agreement?: { readonly same: number; readonly of: number };
}

/** Where the evidence came from: labelled in the trace, or searched for in its messages. */
export type EvidenceMode = 'labelled' | 'retrieved';

/** What evidence search may see besides the question (memtrace-method §3; gold is the default). */
export type EvidenceQuery = 'gold' | 'prediction' | 'question';

/** The stations of a case, in the order in which information passes them. */
export const STAGES = [
  'evidence',
  'construction',
  'memory',
  'retrieval',
  'context',
  'answer',
  'judge',
] as const;
export type Stage = (typeof STAGES)[number];

/** What happened to the critical information at a station. */
export type StageStatus = 'held' | 'partly' | 'lost' | 'not-recorded';

/**
 * A span of a recorded value: `text` is exactly `rawValue(variable).slice(start, end)`, offsets in
 * UTF-16 units of the value as recorded (still encoded). A quote for which this does not hold is a bug.
 */
export interface Quote {
  readonly variable: NodeId;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** One station of the proof: what was read, where, and what it shows in one sentence. */
export interface ProofStage {
  readonly stage: Stage;
  readonly status: StageStatus;
  readonly opId: OpId | undefined;
  readonly variable: NodeId | undefined;
  readonly quotes: readonly Quote[];
  readonly sentence: string;
}

/** A loss that would also break the case, after the decisive one. */
export interface LaterLoss {
  readonly errorType: MemoryErrorType;
  readonly opId: OpId;
  readonly sentence: string;
}

/** Reasons to doubt the label of the data set, the judge, or the whole run. */
export interface Doubt {
  readonly about: 'label' | 'judge' | 'pipeline';
  /** 0…1; at or above CONFIDENT_DOUBT the doubt replaces the error type. */
  readonly confidence: number;
  readonly sentence: string;
  readonly quotes: readonly Quote[];
}

/** A doubt this sure says that no operation of the memory system is to blame. */
export const CONFIDENT_DOUBT = 0.8;

/** The answer for one failed case. Plain data: it crosses threads and is stored as it is. */
export interface Verdict {
  readonly traceKey: TraceKey;
  readonly queryId: QueryId;
  readonly method: Method;
  readonly evidenceMode: EvidenceMode;
  readonly evidenceQuery: EvidenceQuery | undefined;
  /** The best of the five types, and an operation that exists in the trace, whatever the doubts. */
  readonly errorType: MemoryErrorType;
  readonly opId: OpId;
  /** 0…1: how often a verdict like this one is right, calibrated on labelled traces. */
  readonly confidence: number;
  /** True when the proof does not decide the case; `settle` then says what would. */
  readonly unsure: boolean;
  readonly settle: string | undefined;
  /** The case in one sentence, for people. */
  readonly sentence: string;
  /** One entry a station, in the order of STAGES. */
  readonly stages: readonly ProofStage[];
  readonly laterLosses: readonly LaterLoss[];
  readonly doubts: readonly Doubt[];
  /** The evidence the verdict started from. */
  readonly evidence: readonly NodeId[];
  /** What the model was asked for it; absent where none was. */
  readonly asked?: ModelShare;
  /** The run that found it, where runs are kept apart: those that asked a model. */
  readonly run?: { readonly id: string; readonly name: string };
}

/** The error type a verdict stands for once a confident doubt is heard. */
export function shownType(
  verdict: Verdict,
): MemoryErrorType | 'AnnotationError' | 'LLMAsAJudgeError' {
  const doubt = confidentDoubt(verdict);
  if (doubt?.about === 'label') return 'AnnotationError';
  if (doubt?.about === 'judge') return 'LLMAsAJudgeError';
  return verdict.errorType;
}

/** The doubt that replaces the error type, if one is sure enough; a broken pipeline replaces none. */
export function confidentDoubt(verdict: Pick<Verdict, 'doubts'>): Doubt | undefined {
  return verdict.doubts
    .filter((doubt) => doubt.about !== 'pipeline' && doubt.confidence >= CONFIDENT_DOUBT)
    .sort((a, b) => b.confidence - a.confidence)[0];
}
