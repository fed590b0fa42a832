import { ok, type Result } from '../../base/result';
import type { TraceKey } from '../../base/brand';
import type { AnsweredQuestion } from '../compare/answers';
import type { Aggregation, Feedback, PromptUpdate, SuggestJournal } from '../suggest/suggest';
import type { FoundError } from '../trial/run-trial';
import { addSpending, NOTHING_SPENT, type MeteredChat, type Spending } from '../trial/spending';

/** One trace of a trial, as it is kept. Plain data; the replayed trace itself is kept under `ref`. */
export interface TrialOfTrace {
  readonly traceKey: TraceKey;
  readonly ref: string;
  readonly answers: readonly AnsweredQuestion[];
  /** What its failed cases are accused of, by the method that needs no model. */
  readonly errors: readonly FoundError[];
  readonly changedOperations: number;
}

/** A finished step of a run, kept so that the run can go on after a stop. Plain data. */
export type LoopStep = { readonly key: string; readonly spent: Spending } & (
  | { readonly kind: 'feedback'; readonly value: Feedback }
  | { readonly kind: 'aggregation'; readonly value: Aggregation }
  | { readonly kind: 'update'; readonly value: PromptUpdate }
  | { readonly kind: 'trial'; readonly value: TrialOfTrace }
  /** A step that was stopped in the middle: nothing came of it but what it cost. */
  | { readonly kind: 'lost' }
);

export type KeepStep = (step: LoopStep) => Promise<Result<void>>;

/**
 * The finished steps of a run. A step that is there is taken as it was; any other is made, with what it
 * spends, and kept. Since everything else follows from the steps, a resumed run equals an uninterrupted one.
 */
export class StepBook {
  private readonly feedbacks = new Map<string, Feedback>();
  private readonly aggregations = new Map<string, Aggregation>();
  private readonly updates = new Map<string, PromptUpdate>();
  private readonly trials = new Map<string, TrialOfTrace>();
  private lost = 0;

  constructor(
    steps: readonly LoopStep[],
    private readonly meter: MeteredChat,
    private readonly keep: KeepStep,
  ) {
    for (const step of steps) this.take(step);
  }

  /** The steps of one round, for the suggestions of it. */
  round(round: string): SuggestJournal {
    return {
      feedback: (key, make) => this.do(this.feedbacks, 'feedback', `${round}/${key}`, make),
      aggregation: (key, make) =>
        this.do(this.aggregations, 'aggregation', `${round}/${key}`, make),
      update: (key, make) => this.do(this.updates, 'update', `${round}/${key}`, make),
    };
  }

  trial(key: string, make: () => Promise<Result<TrialOfTrace>>): Promise<Result<TrialOfTrace>> {
    return this.do(this.trials, 'trial', key, make);
  }

  private async do<T>(
    shelf: Map<string, T>,
    kind: LoopStep['kind'],
    key: string,
    make: () => Promise<Result<T>>,
  ): Promise<Result<T>> {
    const known = shelf.get(key);
    if (known !== undefined) return ok(known);
    const made = await make();
    const spent = this.meter.lap();
    if (!made.ok) {
      if (spent.calls + spent.cachedCalls > 0)
        await this.keep({ kind: 'lost', key: `lost/${++this.lost}/${key}`, spent });
      return made;
    }
    shelf.set(key, made.value);
    const step = this.stepOf(kind, key, spent);
    const kept = step === undefined ? ok(undefined) : await this.keep(step);
    return kept.ok ? made : kept;
  }

  private stepOf(kind: LoopStep['kind'], key: string, spent: Spending): LoopStep | undefined {
    switch (kind) {
      case 'feedback': {
        const value = this.feedbacks.get(key);
        return value && { kind, key, spent, value };
      }
      case 'aggregation': {
        const value = this.aggregations.get(key);
        return value && { kind, key, spent, value };
      }
      case 'update': {
        const value = this.updates.get(key);
        return value && { kind, key, spent, value };
      }
      case 'trial': {
        const value = this.trials.get(key);
        return value && { kind, key, spent, value };
      }
      case 'lost':
        return undefined;
    }
  }

  private take(step: LoopStep): void {
    switch (step.kind) {
      case 'feedback':
        this.feedbacks.set(step.key, step.value);
        break;
      case 'aggregation':
        this.aggregations.set(step.key, step.value);
        break;
      case 'update':
        this.updates.set(step.key, step.value);
        break;
      case 'trial':
        this.trials.set(step.key, step.value);
        break;
      case 'lost':
        this.lost++;
        break;
    }
  }
}

/** What finished steps cost together. */
export const spentBy = (steps: readonly LoopStep[]): Spending =>
  steps.reduce((sum, { spent }) => addSpending(sum, spent), NOTHING_SPENT);
