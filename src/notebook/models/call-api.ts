import { proxyMarker } from 'comlink';
import { ok, type Result } from '../../base/result';
import type { ChatReply, ChatRequest, ModelDescription } from '../../models/contract/chat';
import type { EmbedReply } from '../../models/contract/embedding';
import type { ModelDesk } from '../../models/desk/model-desk';
import { NO_COUNTS } from '../../models/engines/engine';
import { Budget, type BudgetLimits } from '../../models/usage/budget';
import { reporting, type Reporter } from '../service/reporting';
import { Stops } from './stops';

/** What one call says beside what it asks, in a form that travels. */
export interface CallTicket {
  readonly callId: string;
  readonly modelId: string;
  readonly purpose: string;
  readonly budgetId: string | undefined;
}

/** The calls of models as the model worker exposes them, to the page and to the trace worker. */
export class CallApi {
  readonly [proxyMarker] = true as const;
  private readonly stops = new Stops();
  private readonly budgets = new Map<string, Budget>();

  constructor(private readonly desk: Promise<ModelDesk>) {}

  async chatModels(): Promise<readonly ModelDescription[]> {
    const desk = await this.desk;
    return desk.settings.flatMap(({ id }) => desk.chatModel(id)?.description ?? []);
  }

  /** What a model is; with limits also a budget, which lives as long as the worker. */
  async describe(modelId: string, budgetId?: string, limits?: BudgetLimits) {
    const desk = await this.desk;
    if (budgetId !== undefined) this.budgets.set(budgetId, new Budget(limits));
    return (desk.chatModel(modelId) ?? desk.embeddingModel(modelId))?.description;
  }

  async chat(
    ticket: CallTicket,
    request: ChatRequest,
    onText?: Reporter<string>,
  ): Promise<Result<ChatReply>> {
    const desk = await this.desk;
    const call = (say?: (piece: string) => void): Promise<Result<ChatReply>> =>
      this.stops.run(ticket.callId, (signal) => {
        // Stopped before it began: nothing was asked.
        if (signal.aborted) return Promise.resolve(ok(NOTHING_SAID));
        const budgets = this.budgetsOf(ticket);
        return desk.chat(ticket.modelId, request, {
          purpose: ticket.purpose,
          signal,
          onText: say,
          budgets,
        });
      });
    return onText ? reporting(onText, call) : call();
  }

  async embed(ticket: CallTicket, texts: readonly string[]): Promise<Result<EmbedReply>> {
    const desk = await this.desk;
    return this.stops.run(ticket.callId, (signal) =>
      desk.embed(ticket.modelId, texts, {
        purpose: ticket.purpose,
        signal,
        budgets: this.budgetsOf(ticket),
      }),
    );
  }

  stop(callId: string): void {
    this.stops.stop(callId);
  }

  private budgetsOf({ budgetId }: CallTicket): readonly Budget[] {
    const budget = budgetId === undefined ? undefined : this.budgets.get(budgetId);
    return budget ? [budget] : [];
  }
}

const NOTHING_SAID: ChatReply = {
  text: '',
  toolCalls: [],
  finish: 'aborted',
  usage: { ...NO_COUNTS, cost: 0 },
  cached: false,
};
