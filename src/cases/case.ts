import type { NodeId, OpId, QueryId, TraceKey } from '../base/brand';
import type { MemorySystem } from '../graph/system';
import type { ErrorType } from './error-type';

/** How a case ended: the judge said wrong (score exactly 0), not wrong, or nothing readable. */
export type Outcome = 'failed' | 'passed' | 'unscored';

/** A human verdict that came with the file (MemTraceBench annotation) or was made here. */
export interface Label {
  readonly errorType: ErrorType;
  /** The decisive operation; absent for AnnotationError and LLMAsAJudgeError. */
  readonly opId: OpId | undefined;
  readonly reason: string;
  /** Who said so: `file` for the annotations of a trace. */
  readonly annotator: string;
}

/** One judged question of a trace. Plain data: it crosses threads and is stored as it is. */
export interface Case {
  readonly traceKey: TraceKey;
  readonly queryId: QueryId;
  readonly question: string;
  readonly goldAnswers: readonly string[];
  readonly goldAnswersId: NodeId | undefined;
  readonly prediction: string;
  readonly predictionId: NodeId | undefined;
  readonly judgeResponse: string;
  /** The judge's score; `undefined` when it is missing or not a number. */
  readonly score: number | undefined;
  readonly outcome: Outcome;
  readonly system: MemorySystem;
  /** `LoCoMo`, `LongMemEval`, `RealMem`, or what the trace says; empty when it does not. */
  readonly dataset: string;
  readonly questionType: string;
  /** Full node ids of the evidence messages that exist in the trace. */
  readonly evidence: readonly NodeId[];
  /** Evidence names that the trace does not hold. */
  readonly missingEvidence: readonly string[];
  /** Operations of this case, as far as they were recorded, in execution order. */
  readonly retrievalOps: readonly OpId[];
  readonly answerOp: OpId | undefined;
  readonly judgeOp: OpId | undefined;
  readonly label: Label | undefined;
  /** What else was measured of the answer, by name; absent when nothing was. */
  readonly metrics?: Readonly<Record<string, number>>;
  /** Set when the file holds nothing of what was retrieved: then no operation can be named. */
  readonly limit?: 'judge-only';
}

/** The text of a case's gold answers, as MemTrace joins them. */
export const goldText = (c: Pick<Case, 'goldAnswers'>): string =>
  c.goldAnswers.length === 1 ? (c.goldAnswers[0] ?? '') : c.goldAnswers.join(', ');

/**
 * Whether a case is to be attributed: judged wrong, or labelled as an error where no score could be
 * read. A label on an answer that the judge passed accuses nothing: there is no failure to explain.
 */
export const needsVerdict = (c: Pick<Case, 'outcome' | 'label' | 'limit'>): boolean =>
  c.limit === undefined &&
  (c.outcome === 'failed' || (c.outcome === 'unscored' && c.label !== undefined));
