import type { Result } from '../../base/result';
import type { JsonValue, Usage } from './usage';

/** A tool the model may call, described by a JSON Schema of its arguments. */
export interface ToolSpec {
  readonly name: string;
  readonly description: string;
  readonly parameters: { readonly [key: string]: JsonValue };
}

/** One call a model made; `arguments` is what it wrote, parsed where it was JSON. */
export interface ToolCall {
  readonly callId: string;
  readonly name: string;
  /** `undefined` when the text was not JSON even after repair. */
  readonly arguments: JsonValue | undefined;
  readonly argumentText: string;
}

export type ChatMessage =
  | { readonly role: 'system' | 'user'; readonly text: string }
  | { readonly role: 'assistant'; readonly text: string; readonly toolCalls?: readonly ToolCall[] }
  | {
      readonly role: 'tool';
      readonly callId: string;
      readonly name: string;
      readonly text: string;
    };

/** Everything that shapes an answer; together with the model's id it is the key of the call cache. */
export interface ChatRequest {
  readonly messages: readonly ChatMessage[];
  readonly tools?: readonly ToolSpec[];
  /** The answer is one JSON document that satisfies this JSON Schema. */
  readonly schema?: {
    readonly name: string;
    readonly schema: { readonly [key: string]: JsonValue };
  };
  /** 0 when absent, so that runs repeat. */
  readonly temperature?: number;
  readonly maxOutputTokens?: number;
  readonly seed?: number;
  /** Tells repeated calls of the same content apart (k-fold runs, wobbling judges); 0 when absent. */
  readonly sample?: number;
}

export interface CallOptions {
  /** What the call is for, a few words of the glossary; shown in the log of calls. */
  readonly purpose: string;
  readonly signal?: AbortSignal | undefined;
  /** Called with each piece of text as it arrives. */
  readonly onText?: ((piece: string) => void) | undefined;
}

export type FinishReason = 'stop' | 'length' | 'tool-calls' | 'aborted' | 'refused';

export interface ChatReply {
  /** All text so far; a call that was aborted keeps what had arrived. */
  readonly text: string;
  readonly toolCalls: readonly ToolCall[];
  readonly finish: FinishReason;
  readonly usage: Usage;
  /** The answer came from the call cache: no request was made and nothing was paid. */
  readonly cached: boolean;
}

export interface ModelDescription {
  /** Stable, for cache keys and records of runs, for example `anthropic/claude-sonnet-4-5`. */
  readonly id: string;
  readonly label: string;
  /** Tokens of input and output together; `undefined` when unknown. */
  readonly contextTokens: number | undefined;
  /** Money per million tokens; `undefined` when unknown, 0 for models on this device. */
  readonly price: Price | undefined;
  readonly tools: boolean;
  readonly onDevice: boolean;
}

/** US dollars per million tokens. */
export interface Price {
  readonly input: number;
  readonly output: number;
  readonly cachedInput?: number;
  readonly cacheWrite?: number;
}

/**
 * A model that answers. Engines, the scheduler and the call cache all implement this contract, so they
 * stack. Failures are problems of the catalogue; an abort is a success with `finish: 'aborted'`.
 */
export interface ChatModel {
  readonly description: ModelDescription;
  chat(request: ChatRequest, options: CallOptions): Promise<Result<ChatReply>>;
}
