import type { ChatRequest } from '../../contract/chat';
import type { WebLlmSetting } from '../../settings/model-setting';
import type { LlamaChunk } from '../wllama/llama-port';

/** What WebLLM says while it loads. */
export interface WebLlmProgress {
  /** From 0 to 1. */
  readonly progress: number;
  readonly text: string;
}

export interface WebLlmLoad {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: WebLlmProgress) => void;
  readonly allowedOrigins: readonly string[];
}

/** What the browser's graphics adapter offers. */
export type Adapter = 'no-webgpu' | 'no-adapter' | { readonly f16: boolean };

/** What is needed of WebLLM; its engine implements it, and tests stand in for it. Errors are thrown. */
export interface WebLlmPort {
  adapter(): Promise<Adapter>;
  reload(setting: WebLlmSetting, load: WebLlmLoad): Promise<void>;
  chat(request: ChatRequest): Promise<AsyncIterable<LlamaChunk>>;
  embed(
    texts: readonly string[],
  ): Promise<{ readonly vectors: readonly Float32Array[]; readonly tokens: number | undefined }>;
  /** Ends the answer that is being given. */
  interrupt(): void;
  unload(): Promise<void>;
  isCached(setting: WebLlmSetting): Promise<boolean>;
  deleteFiles(setting: WebLlmSetting): Promise<void>;
  /** Deletes stored files whose length is not what the model's list of files says; how many. */
  deleteDamaged(setting: WebLlmSetting): Promise<number>;
}
