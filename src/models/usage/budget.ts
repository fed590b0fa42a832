import { problem, type Problem } from '../../base/problem';
import { err, ok, type Result } from '../../base/result';

/** What a run may use; what is absent is not limited. */
export interface BudgetLimits {
  /** Requests that leave, retries included. */
  readonly calls?: number;
  /** Tokens of input and output together. */
  readonly tokens?: number;
  /** US dollars. */
  readonly money?: number;
}

export interface Spent {
  readonly calls: number;
  readonly tokens: number;
  /** Of the calls whose price is known. */
  readonly money: number;
  /** Calls whose price is unknown. */
  readonly unpriced: number;
}

/** A budget as it is kept over a reload. */
export interface BudgetRecord {
  readonly limits: BudgetLimits;
  readonly spent: Spent;
  readonly since: number | undefined;
}

/** What an answer turned out to take. */
export interface Taken {
  readonly tokens: number;
  readonly cost: number | undefined;
}

/**
 * Keeps a run within its limits. A request is counted before it leaves, so that N calls are exactly N
 * however many run at once. Tokens and money are known only afterwards: those of requests under way
 * are taken to be as large as announced, and no new request leaves that would pass the limit.
 */
export class Budget {
  private calls = 0;
  private tokens = 0;
  private money = 0;
  private unpriced = 0;
  private announced: Taken = { tokens: 0, cost: 0 };
  private begun: number | undefined;

  constructor(private limits: BudgetLimits = {}) {}

  get spent(): Spent {
    const { calls, tokens, money, unpriced } = this;
    return { calls, tokens, money, unpriced };
  }

  get limit(): BudgetLimits {
    return this.limits;
  }

  setLimit(limits: BudgetLimits): void {
    this.limits = limits;
  }

  /** Since when it counts, in milliseconds since 1970; `undefined` before it was ever kept or begun anew. */
  get since(): number | undefined {
    return this.begun;
  }

  /** Starts to count anew. */
  reset(now: number): void {
    this.calls = this.tokens = this.money = this.unpriced = 0;
    this.begun = now;
  }

  /** Goes on from what was counted before the page was loaded anew. */
  restore({ limits, spent, since }: BudgetRecord): void {
    this.limits = limits;
    this.begun = since;
    this.calls += spent.calls;
    this.tokens += spent.tokens;
    this.money += spent.money;
    this.unpriced += spent.unpriced;
  }

  /** Counts one request that is about to leave, or says that none may. */
  take(expected: Taken): Result<void> {
    const { calls = Infinity, tokens = Infinity, money = Infinity } = this.limits;
    const nextTokens = this.tokens + this.announced.tokens + expected.tokens;
    const nextMoney = this.money + (this.announced.cost ?? 0) + (expected.cost ?? 0);
    if (this.calls + 1 > calls) return err(over(`${calls} calls.`));
    if (nextTokens > tokens) return err(over(`${tokens} tokens.`));
    if (nextMoney > money) return err(over(`$${money}.`));
    this.calls++;
    this.announce(expected, 1);
    return ok(undefined);
  }

  /** Takes a request back that did not leave after all. */
  giveBack(expected: Taken): void {
    this.calls--;
    this.announce(expected, -1);
  }

  /** Replaces what was expected by what an answer took. */
  settle(expected: Taken, taken: Taken): void {
    this.announce(expected, -1);
    this.tokens += taken.tokens;
    this.money += taken.cost ?? 0;
    if (taken.cost === undefined) this.unpriced++;
  }

  private announce({ tokens, cost = 0 }: Taken, sign: 1 | -1): void {
    this.announced = {
      tokens: this.announced.tokens + sign * tokens,
      cost: (this.announced.cost ?? 0) + sign * cost,
    };
  }
}

const over = (limit: string): Problem => problem('model-budget', `The limit is ${limit}`);
