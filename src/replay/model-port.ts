import type { Result } from '../base/result';

/** What a memory system asks a chat model for. */
export type ChatPurpose =
  | 'fact-extraction'
  | 'memory-update'
  | 'boundary-detection'
  | 'episode-extraction'
  | 'event-log'
  | 'sufficiency-check'
  | 'query-refinement'
  | 'answer'
  | 'judge';

export interface ChatMessage {
  readonly role: 'system' | 'user';
  readonly text: string;
}

export interface ChatOptions {
  readonly purpose: ChatPurpose;
  readonly signal?: AbortSignal | undefined;
}

/** All that a replay needs of a model. */
export interface ReplayModel {
  chat(messages: readonly ChatMessage[], options: ChatOptions): Promise<Result<string>>;
  /** One vector a text; without it, search falls back to BM25 and is marked approximate. */
  embed?(texts: readonly string[], signal?: AbortSignal): Promise<Result<readonly Float32Array[]>>;
}
