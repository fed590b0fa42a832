import { problem } from '../../base/problem';
import { err, type Result } from '../../base/result';
import type {
  CallOptions,
  ChatModel,
  ChatReply,
  ChatRequest,
  ModelDescription,
} from '../../models/contract/chat';

/** What was asked of models. Plain data; unknown figures are `undefined`, never 0. */
export interface Spending {
  /** Calls that reached the model; those from the call cache are counted apart. */
  readonly calls: number;
  readonly cachedCalls: number;
  readonly inputTokens: number | undefined;
  readonly outputTokens: number | undefined;
  /** US dollars. */
  readonly cost: number | undefined;
}

export const NOTHING_SPENT: Spending = {
  calls: 0,
  cachedCalls: 0,
  inputTokens: 0,
  outputTokens: 0,
  cost: 0,
};

/** Two spendings together; what one of them does not know, the sum does not know. */
export function addSpending(a: Spending, b: Spending): Spending {
  const sum = (x: number | undefined, y: number | undefined): number | undefined =>
    x === undefined || y === undefined ? undefined : x + y;
  return {
    calls: a.calls + b.calls,
    cachedCalls: a.cachedCalls + b.cachedCalls,
    inputTokens: sum(a.inputTokens, b.inputTokens),
    outputTokens: sum(a.outputTokens, b.outputTokens),
    cost: sum(a.cost, b.cost),
  };
}

/** Where a run stops. A limit that cannot be checked, because a figure is unknown, does not stop it. */
export interface Budget {
  readonly calls?: number;
  /** Input and output together. */
  readonly tokens?: number;
  /** US dollars. */
  readonly cost?: number;
}

/** The limit that is reached, in words; `undefined` while there is none. */
export function reachedLimit(spent: Spending, budget: Budget): string | undefined {
  const { calls, tokens, cost } = budget;
  if (calls !== undefined && spent.calls >= calls) return `${spent.calls} of ${calls} calls.`;
  const used =
    spent.inputTokens === undefined || spent.outputTokens === undefined
      ? undefined
      : spent.inputTokens + spent.outputTokens;
  if (tokens !== undefined && used !== undefined && used >= tokens)
    return `${used} of ${tokens} tokens.`;
  if (cost !== undefined && spent.cost !== undefined && spent.cost >= cost)
    return `${spent.cost.toFixed(4)} of ${cost} US dollars.`;
  return undefined;
}

/** A chat model that counts what it is asked, and refuses to go on when the budget is spent. */
export class MeteredChat implements ChatModel {
  private total: Spending;
  /** Spending since `lap` was called last. */
  private since: Spending = NOTHING_SPENT;

  /** @param before what was spent earlier under the same budget */
  constructor(
    private readonly inner: ChatModel,
    private readonly budget: Budget = {},
    before: Spending = NOTHING_SPENT,
  ) {
    this.total = before;
  }

  get description(): ModelDescription {
    return this.inner.description;
  }

  get spent(): Spending {
    return this.total;
  }

  /** What was spent since the last call of this. */
  lap(): Spending {
    const lap = this.since;
    this.since = NOTHING_SPENT;
    return lap;
  }

  async chat(request: ChatRequest, options: CallOptions): Promise<Result<ChatReply>> {
    if (options.signal?.aborted === true) return err(problem('cancelled'));
    const reached = reachedLimit(this.total, this.budget);
    if (reached !== undefined) return err(problem('lab-budget', reached));
    const reply = await this.inner.chat(request, options);
    if (reply.ok) this.count(reply.value);
    return reply;
  }

  private count({ usage, cached }: ChatReply): void {
    const one: Spending = cached
      ? { ...NOTHING_SPENT, cachedCalls: 1 }
      : {
          calls: 1,
          cachedCalls: 0,
          inputTokens: usage.inputTokens,
          outputTokens: usage.outputTokens,
          cost: usage.cost,
        };
    this.total = addSpending(this.total, one);
    this.since = addSpending(this.since, one);
  }
}
