import type { Result } from '../../base/result';
import type { ProblemKind } from '../../base/problems';
import type { ChatReply, ChatRequest } from '../contract/chat';
import type { Usage } from '../contract/usage';

/** An answer as it is kept, with what was asked. */
export interface KeptCall {
  readonly key: string;
  readonly modelId: string;
  readonly at: number;
  readonly request: ChatRequest;
  readonly reply: Pick<ChatReply, 'text' | 'toolCalls' | 'finish' | 'usage'>;
}

/** The vector of a text as it is kept. */
export interface KeptVector {
  readonly key: string;
  readonly modelId: string;
  readonly at: number;
  readonly vector: Float32Array;
}

/** Where answers are kept. A failure to keep one is told, and costs no answer. */
export interface CallCache {
  chat(key: string): Promise<Result<KeptCall | undefined>>;
  keepChat(call: KeptCall): Promise<Result<void>>;
  vectors(keys: readonly string[]): Promise<Result<readonly (Float32Array | undefined)[]>>;
  keepVectors(vectors: readonly KeptVector[]): Promise<Result<void>>;
}

export type CallOutcome = 'answered' | 'cached' | 'stopped' | 'failed';

/** One line of the log: what was sent where and when. Holds no key and no text. */
export interface LoggedCall {
  /** Orders the log. */
  readonly id: string;
  readonly at: number;
  readonly modelId: string;
  readonly purpose: string;
  /** Host that was asked last; `undefined` for models on this device and answers that were kept. */
  readonly host: string | undefined;
  readonly outcome: CallOutcome;
  readonly problem: ProblemKind | undefined;
  /** Requests that left. */
  readonly requests: number;
  /** Characters of the messages, and of the answer. */
  readonly sent: number;
  readonly received: number;
  readonly milliseconds: number;
  readonly usage: Usage;
  /** Under which the texts are kept, where they are. */
  readonly key: string;
}

export interface CallLog {
  write(call: LoggedCall): void;
}
