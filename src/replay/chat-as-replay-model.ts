import { problem } from '../base/problem';
import { err, ok } from '../base/result';
import type { ChatModel } from '../models/contract/chat';
import type { EmbeddingModel } from '../models/contract/embedding';
import type { ChatPurpose, ReplayModel } from './model-port';

/** What the log of calls says a call was for. */
const WORDS: Readonly<Record<ChatPurpose, string>> = {
  'fact-extraction': 'fact extraction',
  'memory-update': 'memory update',
  'boundary-detection': 'boundary detection',
  'episode-extraction': 'episode extraction',
  'event-log': 'event log',
  'sufficiency-check': 'sufficiency check',
  'query-refinement': 'query refinement',
  answer: 'answer',
  judge: 'judgement',
};

/** What a replay asks, answered by a chat model, and by an embedding model where there is one. */
export function chatAsReplayModel(chat: ChatModel, embedding?: EmbeddingModel): ReplayModel {
  const model: ReplayModel = {
    async chat(messages, { purpose, signal }) {
      const reply = await chat.chat({ messages }, { purpose: WORDS[purpose], signal });
      if (!reply.ok) return reply;
      // What had arrived of a stopped call is no answer: a system would take it for a whole one.
      if (reply.value.finish === 'aborted') return err(problem('cancelled'));
      return ok(reply.value.text);
    },
  };
  if (embedding === undefined) return model;
  return {
    ...model,
    async embed(texts, signal) {
      const reply = await embedding.embed(texts, { purpose: 'replay search', signal });
      return reply.ok ? ok(reply.value.vectors) : reply;
    },
  };
}
