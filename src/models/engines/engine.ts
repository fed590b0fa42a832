import type { Problem } from '../../base/problem';
import type { Result } from '../../base/result';
import type { ChatReply, ChatRequest, FinishReason, ToolCall } from '../contract/chat';
import type { EmbedReply } from '../contract/embedding';

/** The tokens of a call as the engine counted them; what it cost is worked out above. */
export interface TokenCounts {
  readonly inputTokens: number | undefined;
  readonly outputTokens: number | undefined;
  readonly cacheReadTokens: number | undefined;
  readonly cacheWriteTokens: number | undefined;
}

export const NO_COUNTS: TokenCounts = {
  inputTokens: undefined,
  outputTokens: undefined,
  cacheReadTokens: undefined,
  cacheWriteTokens: undefined,
};

/** One answer of an engine, before cost and cache. */
export interface EngineReply {
  readonly text: string;
  readonly toolCalls: readonly ToolCall[];
  readonly finish: FinishReason;
  readonly counts: TokenCounts;
}

/** What may be done after a failure. */
export type Retry =
  /** The same request would fail again. */
  | { readonly kind: 'never' }
  /** Again after a pause that grows. */
  | { readonly kind: 'later' }
  /** The endpoint asks for fewer calls; `afterMs` is what it named, if anything. */
  | { readonly kind: 'slow-down'; readonly afterMs: number | undefined }
  /** This key or endpoint is of no more use; another one of the pool may answer. */
  | { readonly kind: 'elsewhere' };

export interface EngineFailure {
  readonly problem: Problem;
  readonly retry: Retry;
}

export interface EngineCall {
  readonly signal: AbortSignal;
  readonly onText: (piece: string) => void;
}

/** Answers one request once, without retries. An abort is a success with `finish: 'aborted'`. */
export interface ChatEngine {
  chat(request: ChatRequest, call: EngineCall): Promise<Result<EngineReply, EngineFailure>>;
}

export interface EngineVectors {
  readonly vectors: EmbedReply['vectors'];
  readonly counts: TokenCounts;
}

/** Embeds texts once, without retries. */
export interface EmbeddingEngine {
  embed(
    texts: readonly string[],
    signal: AbortSignal,
  ): Promise<Result<EngineVectors, EngineFailure>>;
}

/** A reply as the contract has it, for engines that cost nothing. */
export const toChatReply = (reply: EngineReply, cost: number | undefined): ChatReply => ({
  text: reply.text,
  toolCalls: reply.toolCalls,
  finish: reply.finish,
  usage: { ...reply.counts, cost },
  cached: false,
});
