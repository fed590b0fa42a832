import { problem } from '../../base/problem';
import { err, type Result } from '../../base/result';
import type { ModelShare } from '../../cases/verdict';
import type { ChatModel, ChatReply, ChatRequest } from '../../models/contract/chat';

/** One thing a method did, for people who watch: which tool, about what, and what came of it. */
export interface AgentStep {
  readonly tool: string;
  readonly about: string;
  readonly concluded: string;
}

/** What a method may use to ask its model. */
export interface AskOptions {
  readonly model: ChatModel;
  readonly signal?: AbortSignal | undefined;
  /** Tells repetitions of one case apart; 0 is the first. */
  readonly sample?: number;
  readonly onStep?: ((step: AgentStep) => void) | undefined;
  readonly now?: () => number;
}

const plus = (sum: number | undefined, more: number | undefined): number | undefined =>
  sum === undefined || more === undefined ? undefined : sum + more;

/** Asks the model for one case and counts what that takes. */
export class Asking {
  private readonly began: number;
  private readonly now: () => number;
  private calls = 0;
  private cachedCalls = 0;
  private inputTokens: number | undefined = 0;
  private outputTokens: number | undefined = 0;
  private cost: number | undefined = 0;

  constructor(private readonly options: AskOptions) {
    this.now = options.now ?? (() => performance.now());
    this.began = this.now();
  }

  get model(): ChatModel {
    return this.options.model;
  }

  /** One call. A stop is the problem `run-stopped`; every other failure is the model's own. */
  async ask(request: ChatRequest, purpose: string): Promise<Result<ChatReply>> {
    const { model, signal, sample = 0 } = this.options;
    if (signal?.aborted === true) return err(problem('run-stopped'));
    const repeated = sample === 0 ? request : { ...request, sample };
    const reply = await model.chat(repeated, { purpose, signal });
    if (!reply.ok) return reply;
    const { usage, cached, finish } = reply.value;
    if (finish === 'aborted') return err(problem('run-stopped'));
    this.calls++;
    if (cached) this.cachedCalls++;
    this.inputTokens = plus(this.inputTokens, usage.inputTokens);
    this.outputTokens = plus(this.outputTokens, usage.outputTokens);
    this.cost = plus(this.cost, usage.cost);
    return reply;
  }

  step(tool: string, about: string, concluded: string): void {
    this.options.onStep?.({ tool, about, concluded });
  }

  /** What was asked so far. */
  share(): ModelShare {
    return {
      model: this.options.model.description.id,
      calls: this.calls,
      cachedCalls: this.cachedCalls,
      inputTokens: this.inputTokens,
      outputTokens: this.outputTokens,
      cost: this.cost,
      milliseconds: this.now() - this.began,
    };
  }
}
