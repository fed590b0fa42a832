import type { ChatModel, ChatRequest } from '../../../src/models/contract/chat';
import type { EmbeddingModel } from '../../../src/models/contract/embedding';
import type { ProblemKind } from '../../../src/base/problems';

/** What a check wants to happen with the next call. */
export type Scene =
  /** An answer that is short and ends. */
  | 'plain'
  /** An answer that goes on for seconds, in small pieces. */
  | 'long'
  /** A first piece, and then nothing for as long as the check lasts. */
  | 'stuck'
  /** JSON for the schema of the check. */
  | 'json'
  /** A call of the tool `look` with `{"at": [1, 2]}`. */
  | 'tool'
  /** An input that is longer than the context. */
  | 'too-long';

/** How an engine is made to fail, and what is to be said of it. */
export interface Failing {
  readonly how: string;
  readonly kind: ProblemKind;
  /** Makes the next call fail so. */
  readonly arrange: () => void | Promise<void>;
}

/** An engine at a desk, as the contract's checks drive it. */
export interface EngineRig {
  readonly chat: ChatModel;
  readonly embedding: EmbeddingModel | undefined;
  /** Whether calls of tools can be played; an engine without tools has to refuse them. */
  readonly tools: 'played' | 'refused' | 'not played';
  /** Tokens of the context that are to be said once a model has answered; `undefined` where nobody knows. */
  readonly context: number | undefined;
  /** Whether the engine counts tokens. */
  readonly counts: boolean;
  /**
   * Prepares the next call.
   * @returns the text to expect where it is known, and the messages to ask with where they matter
   */
  prepare(scene: Scene): Promise<{
    readonly text?: string;
    readonly messages?: ChatRequest['messages'];
  }>;
  readonly failures: readonly Failing[];
  stop(): void;
}
