import type { ChatRequest } from '../../contract/chat';
import type { CallPiece } from '../openai-shape';

/** One piece of a streamed answer, as far as it is looked at. */
export interface LlamaChunk {
  readonly choices: readonly {
    readonly delta?: {
      readonly content?: string | null | undefined;
      readonly tool_calls?: readonly CallPiece[] | undefined;
    };
    readonly finish_reason?: string | null;
  }[];
  readonly usage?: { readonly prompt_tokens: number; readonly completion_tokens: number } | null;
}

/** What is needed of llama.cpp; wllama implements it, and tests stand in for it. */
export interface LlamaPort {
  /** Throws what wllama throws when the file cannot be loaded. */
  load(
    file: Blob,
    options: { readonly contextTokens: number; readonly embeddings: boolean },
  ): Promise<{ readonly trainedContext: number }>;
  chat(request: ChatRequest, signal: AbortSignal): Promise<AsyncIterable<LlamaChunk>>;
  embed(
    texts: readonly string[],
  ): Promise<{ readonly vectors: readonly Float32Array[]; readonly tokens: number | undefined }>;
  exit(): Promise<void>;
}
