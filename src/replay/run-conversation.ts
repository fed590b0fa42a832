import type { Result } from '../base/result';
import type { Conversation } from '../trace/conversation';
import {
  playConversation,
  type ConversationRun,
  type ConversationRunOptions,
} from './play-conversation';
import { LazyTokenCounter } from './tokens/token-counter';

export type { ConversationRun, ConversationRunOptions } from './play-conversation';

/** Runs a memory system over a conversation as `playConversation` does, and counts tokens exactly. */
export const runConversation = (
  conversation: Conversation,
  options: ConversationRunOptions,
): Promise<Result<ConversationRun>> =>
  playConversation(conversation, options, (model) => new LazyTokenCounter(model));
