import { ok, type Result } from '../../base/result';
import type { ModelShare } from '../../cases/verdict';
import type { CallOptions, ChatModel, ChatReply, ChatRequest } from '../../models/contract/chat';

/** Nothing asked yet. */
export const nothingSpent = (model: string): ModelShare => ({
  model,
  calls: 0,
  cachedCalls: 0,
  inputTokens: 0,
  outputTokens: 0,
  cost: 0,
  milliseconds: 0,
});

const plus = (a: number | undefined, b: number | undefined): number | undefined =>
  a === undefined || b === undefined ? undefined : a + b;

/** A model that tells of each completed call that was really made, before anybody hears the answer. */
export class ToldModel implements ChatModel {
  constructor(
    private readonly model: ChatModel,
    private readonly tell: (call: ModelShare) => Promise<void>,
  ) {}

  get description() {
    return this.model.description;
  }

  async chat(request: ChatRequest, options: CallOptions): Promise<Result<ChatReply>> {
    const began = performance.now();
    const reply = await this.model.chat(request, options);
    if (!reply.ok || reply.value.cached || reply.value.finish === 'aborted') return reply;
    const { inputTokens, outputTokens, cost } = reply.value.usage;
    await this.tell({
      model: this.description.id,
      calls: 1,
      cachedCalls: 0,
      inputTokens,
      outputTokens,
      cost,
      milliseconds: performance.now() - began,
    });
    return ok(reply.value);
  }
}

/** Two shares as one. */
export const together = (a: ModelShare, b: ModelShare): ModelShare => ({
  model: b.model,
  calls: a.calls + b.calls,
  cachedCalls: a.cachedCalls + b.cachedCalls,
  inputTokens: plus(a.inputTokens, b.inputTokens),
  outputTokens: plus(a.outputTokens, b.outputTokens),
  cost: plus(a.cost, b.cost),
  milliseconds: a.milliseconds + b.milliseconds,
});

/**
 * What a verdict took in all, when calls before a stop are answered from what was kept: these calls count
 * once, as made.
 * @param earlier what was made of this case before
 */
export function inAll(earlier: ModelShare | undefined, last: ModelShare): ModelShare {
  if (earlier === undefined || earlier.calls === 0) return last;
  const sum = together(earlier, last);
  return {
    ...last,
    cachedCalls: Math.max(0, last.cachedCalls - earlier.calls),
    inputTokens: sum.inputTokens,
    outputTokens: sum.outputTokens,
    cost: sum.cost,
    milliseconds: sum.milliseconds,
  };
}
