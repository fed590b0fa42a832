import { ok, type Result } from '../../base/result';
import type { ChatModel } from '../../models/contract/chat';
import type { EmbeddingModel } from '../../models/contract/embedding';
import { MeteredChat } from '../../optimize/trial/spending';
import { chatAsReplayModel } from '../../replay/chat-as-replay-model';
import { playConversation } from '../../replay/play-conversation';
import { randomIds, systemClock } from '../../replay/recorder';
import { RoughTokenCounter } from '../../replay/tokens/rough-token-counter';
import type { Conversation } from '../../trace/conversation';
import type { ReplayProgress, SampleRun, SampleWish } from './contract';

/** Runs a memory system over a sample from scratch, and gives the trace. */
export async function runSample(
  whole: Conversation,
  wish: SampleWish,
  model: ChatModel,
  embedding: EmbeddingModel | undefined,
  signal: AbortSignal,
  report: (progress: ReplayProgress) => void,
): Promise<Result<Omit<SampleRun, 'traceKey'> & { readonly bytes: Blob }>> {
  const conversation = firstOf(whole, wish);
  const chat = new MeteredChat(model);
  const began = performance.now();
  const run = await playConversation(
    conversation,
    {
      system: wish.system,
      model: chatAsReplayModel(chat, embedding),
      ids: randomIds,
      clock: systemClock,
      modelName: model.description.label,
      parameters: {
        ...wish.parameters,
        ...(embedding && { embedding_model: embedding.description.label }),
      },
      signal,
      onProgress: (done, total) => {
        report({ done, total, calls: chat.spent.calls, cost: chat.spent.cost });
      },
    },
    // A tokenizer alone would be as large as the rest of the page.
    () => new RoughTokenCounter(),
  );
  if (!run.ok) return run;
  const scores = [...run.value.scores.values()];
  return ok({
    name: `${conversation.id}.${wish.system}.json`,
    bytes: new Blob([...run.value.exportParts()], { type: 'application/json' }),
    questions: scores.length,
    right: scores.filter((score) => score > 0).length,
    spent: chat.spent,
    milliseconds: performance.now() - began,
  });
}

/** The first sessions and questions of a conversation. */
function firstOf(conversation: Conversation, { sessions, questions }: SampleWish): Conversation {
  return {
    ...conversation,
    sessions: conversation.sessions.slice(0, sessions),
    questions: conversation.questions.slice(0, questions),
  };
}
