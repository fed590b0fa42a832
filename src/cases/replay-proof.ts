import type { NodeId, OpId, QueryId } from '../base/brand';
import type { Quote } from './verdict';

/** What one step of a proof looked at. */
export type ProofPart = 'input' | 'output' | 'earlier' | 'corrected' | 'as-recorded';

/** One step: what was looked at, whether it speaks for the accusation, and where that is seen. */
export interface ReplayProofStep {
  readonly part: ProofPart;
  readonly speaksFor: boolean;
  readonly opId: OpId | undefined;
  readonly variable: NodeId | undefined;
  readonly quotes: readonly Quote[];
  readonly sentence: string;
}

/** Whether an accusation holds, shown step by step. Plain data: it is kept with the verdict. */
export interface ReplayProof {
  readonly queryId: QueryId;
  readonly opId: OpId;
  readonly outcome: 'proved' | 'refuted' | 'undecided';
  /** One sentence: why. */
  readonly reason: string;
  /** The operation at which the case is really lost, when a refutation found it. */
  readonly decisive: OpId | undefined;
  readonly steps: readonly ReplayProofStep[];
}
