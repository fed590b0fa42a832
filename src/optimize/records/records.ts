import type { TraceKey } from '../../base/brand';
import type { Problem } from '../../base/problem';
import type { MemorySystem } from '../../graph/system';
import type { LoopResult, LoopSettings } from '../loop/loop';
import type { LoopStep, TrialOfTrace } from '../loop/steps';
import type { PromptVersion } from '../prompts/versions';
import type { Split } from '../split/split';
import type { TargetSuggestion } from '../suggest/suggest';
import type { Scope } from '../trial/scope';
import type { Spending } from '../trial/spending';

/** A trace that a lab works on, and the conversation it is about. */
export interface LabTrace {
  readonly key: TraceKey;
  readonly name: string;
  readonly conversation: string;
}

/** A lab: the traces of one memory system, their questions split once, and versions of its prompts. */
export interface LabRecord {
  readonly id: string;
  readonly system: MemorySystem;
  readonly traces: readonly LabTrace[];
  readonly split: Split;
  /** Part of the conversations or questions that was asked to be held out. */
  readonly share: number;
  readonly createdAt: number;
  readonly versions: readonly PromptVersion[];
  /** Full name of a prompt variable → id of the version that is kept. */
  readonly kept: readonly (readonly [string, string])[];
  /** Replayed traces that were taken into the notebook: they are no recorded runs. */
  readonly opened?: readonly TraceKey[];
}

/** One trial of a lab. */
export interface TrialRecord {
  readonly labId: string;
  readonly id: string;
  readonly at: number;
  /** A control tries the unchanged prompts with the same model. */
  readonly kind: 'trial' | 'control';
  readonly scope: Scope;
  readonly judgeRepeats: number;
  readonly model: string;
  /** Full name of a prompt variable → the version that was tried. */
  readonly versions: readonly (readonly [string, string])[];
  readonly tried: readonly TrialOfTrace[];
  readonly spent: Spending;
  /** Why it ended before its last trace; the traces until then are there. */
  readonly stopped: Problem | undefined;
}

/** One suggestion with everything that led to it, and the version it became. */
export interface SuggestionRecord {
  readonly labId: string;
  readonly id: string;
  readonly at: number;
  readonly model: string;
  readonly suggestion: TargetSuggestion;
  readonly version: string | undefined;
  readonly spent: Spending;
}

/** One run of several rounds. `result` is there once it ended, also before its last round. */
export interface RunRecord {
  readonly labId: string;
  readonly id: string;
  readonly at: number;
  readonly model: string;
  readonly settings: LoopSettings;
  readonly result: LoopResult | undefined;
}

/** A finished step of a run. */
export interface StepRecord {
  readonly runId: string;
  readonly key: string;
  readonly step: LoopStep;
}

/** A replayed trace, as an export. */
export interface TrialTraceRecord {
  readonly ref: string;
  readonly bytes: Blob;
}
