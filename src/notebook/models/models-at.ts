import { proxy, wrap, type Endpoint, type Remote } from 'comlink';
import type { ChatModel } from '../../models/contract/chat';
import type { EmbeddingModel } from '../../models/contract/embedding';
import type { BudgetLimits } from '../../models/usage/budget';
import type { CallApi, CallTicket } from './call-api';
import type { Models } from './contract';
import { freshId, stopping } from './stops';

/** The models of the model worker, reached over a port; in the trace worker or on the page. */
export const modelsAt = (port: Endpoint): Models => modelsOf(wrap<CallApi>(port));

/** The same over an interface that is there already. */
export function modelsOf(api: Remote<CallApi>): Models {
  const describe = async (id: string, limits: BudgetLimits | undefined) => {
    const budgetId = limits === undefined ? undefined : freshId();
    const description = await api.describe(id, budgetId, limits);
    return { budgetId, description };
  };
  const ticketOf = (
    modelId: string,
    purpose: string,
    budgetId: string | undefined,
  ): CallTicket => ({
    callId: freshId(),
    modelId,
    purpose,
    budgetId,
  });
  return {
    chatModels: () => api.chatModels(),
    chat: async (id, limits) => {
      const { budgetId, description } = await describe(id, limits);
      if (description === undefined || !('tools' in description)) return undefined;
      const model: ChatModel = {
        description,
        chat: (request, { purpose, signal, onText }) => {
          const ticket = ticketOf(id, purpose, budgetId);
          const stop = (): void => void api.stop(ticket.callId);
          return stopping(signal, stop, async () =>
            onText ? api.chat(ticket, request, proxy(onText)) : api.chat(ticket, request),
          );
        },
      };
      return model;
    },
    embedding: async (id, limits) => {
      const { budgetId, description } = await describe(id, limits);
      if (description === undefined) return undefined;
      const model: EmbeddingModel = {
        description,
        embed: (texts, { purpose, signal }) => {
          const ticket = ticketOf(id, purpose, budgetId);
          return stopping(
            signal,
            () => void api.stop(ticket.callId),
            async () => api.embed(ticket, texts),
          );
        },
      };
      return model;
    },
  };
}
