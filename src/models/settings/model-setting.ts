import type { Price } from '../contract/chat';

/** The dialects of model endpoints. */
export const PROVIDERS = ['openai-compatible', 'anthropic', 'google'] as const;
export type Provider = (typeof PROVIDERS)[number];

export type ModelUse = 'chat' | 'embedding';

/** One place a call may go: an address, and under the lane's id perhaps a key in the key ring. */
export interface Lane {
  readonly id: string;
  /** Without the last part, for example `https://api.openai.com/v1`. */
  readonly baseUrl: string;
}

interface SettingFrame {
  /** Stable: part of cache keys and of records of runs, for example `anthropic/claude-sonnet-4-5`. */
  readonly id: string;
  readonly label: string;
  readonly use: ModelUse;
  /** Tokens of input and output together; `undefined` when unknown. */
  readonly contextTokens: number | undefined;
}

/** A model behind one or several endpoints. */
export interface RemoteSetting extends SettingFrame {
  readonly kind: 'remote';
  readonly provider: Provider;
  /** The name that the endpoint knows. */
  readonly model: string;
  /** Several make a pool; calls go where there is room. */
  readonly lanes: readonly Lane[];
  /** Whether the lanes need a key. */
  readonly needsKey: boolean;
  /** Most calls at once over all lanes together; fewer run while the endpoint asks to slow down. */
  readonly concurrency: number;
  /** Longest silence of an answer, in milliseconds. */
  readonly patienceMs: number;
  readonly price: Price | undefined;
  readonly tools: boolean;
}

/** A model that WebLLM runs: one of its catalogue, or weights and library at the user's addresses. */
export interface WebLlmSetting extends SettingFrame {
  readonly kind: 'webllm';
  readonly modelUrl: string;
  readonly libUrl: string;
  /** Graphics memory it needs, in bytes; `undefined` when unknown. */
  readonly memoryBytes: number | undefined;
  readonly needsF16: boolean;
}

/** A GGUF file that llama.cpp runs: at an address, or dropped on the page. */
export interface GgufSetting extends SettingFrame {
  readonly kind: 'gguf';
  /** `undefined` for a file that was dropped. */
  readonly url: string | undefined;
  readonly fileName: string;
}

/** The model that the browser itself offers (Prompt API). */
export interface BuiltInSetting extends SettingFrame {
  readonly kind: 'built-in';
}

export type LocalSetting = WebLlmSetting | GgufSetting | BuiltInSetting;
export type ModelSetting = RemoteSetting | LocalSetting;
