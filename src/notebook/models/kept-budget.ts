import * as v from 'valibot';
import type { Problem } from '../../base/problem';
import type { Budget } from '../../models/usage/budget';
import type { Store } from '../../store/store';

const SETTING = 'models.budget';

const amount = v.optional(v.pipe(v.number(), v.finite(), v.minValue(0)));
const count = v.pipe(v.number(), v.finite(), v.minValue(0));
const record = v.object({
  limits: v.object({ calls: amount, tokens: amount, money: amount }),
  spent: v.object({ calls: count, tokens: count, money: count, unpriced: count }),
  since: v.optional(v.number()),
});

/**
 * Keeps the budget of the notebook over a reload: its limits and what was counted. One write is under
 * way at a time; what changes meanwhile goes into the next one.
 */
export class KeptBudget {
  private writing: Promise<void> | undefined;
  private waiting: Promise<void> | undefined;

  constructor(
    private readonly budget: Budget,
    private readonly store: Pick<Store, 'settings'>,
    private readonly onProblem: (problem: Problem) => void,
  ) {}

  /** Goes on from what was kept; starts to count at `now` where nothing was. */
  async restore(now: number): Promise<void> {
    const kept = await this.store.settings.get(SETTING);
    if (!kept.ok) this.onProblem(kept.problem);
    const read = v.safeParse(record, kept.ok ? kept.value : undefined);
    if (!read.success) {
      this.budget.reset(now);
      return;
    }
    const { limits, spent, since = now } = read.output;
    this.budget.restore({ limits: withoutGaps(limits), spent, since });
  }

  /** Resolves once what is counted now is stored. */
  keep(): Promise<void> {
    if (this.writing === undefined) {
      this.writing = this.write().finally(() => (this.writing = undefined));
      return this.writing;
    }
    this.waiting ??= this.writing.then(() => {
      this.waiting = undefined;
      return this.keep();
    });
    return this.waiting;
  }

  private async write(): Promise<void> {
    const { limit: limits, spent, since } = this.budget;
    const stored = await this.store.settings.set(SETTING, { limits, spent, since });
    if (!stored.ok) this.onProblem(stored.problem);
  }
}

function withoutGaps({ calls, tokens, money }: v.InferOutput<typeof record>['limits']) {
  return {
    ...(calls === undefined ? {} : { calls }),
    ...(tokens === undefined ? {} : { tokens }),
    ...(money === undefined ? {} : { money }),
  };
}
