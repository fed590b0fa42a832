import { err, ok, type Result } from '../../base/result';
import type { EngineFailure } from '../engines/engine';
import type { Budget, Taken } from '../usage/budget';

const NOTHING: Taken = { tokens: 0, cost: 0 };

/** The requests of one call, counted by every budget it belongs to. */
export class Spending {
  /** Requests that left. */
  requests = 0;
  private open = false;

  constructor(
    private readonly budgets: readonly Budget[],
    private readonly expected: Taken,
    private readonly onCounted: () => Promise<void> = () => Promise.resolve(),
  ) {}

  /** Asks every budget before a request leaves; one that says no leaves none counted. */
  readonly mayAsk = async (): Promise<Result<void, EngineFailure>> => {
    this.settle(NOTHING);
    for (const [i, budget] of this.budgets.entries()) {
      const taken = budget.take(this.expected);
      if (taken.ok) continue;
      for (const before of this.budgets.slice(0, i)) before.giveBack(this.expected);
      return err({ problem: taken.problem, retry: { kind: 'never' } });
    }
    this.open = true;
    this.requests++;
    await this.onCounted();
    return ok(undefined);
  };

  /** Says what the last request took. */
  settle(taken: Taken): void {
    if (!this.open) return;
    this.open = false;
    for (const budget of this.budgets) budget.settle(this.expected, taken);
  }
}
