/** Parsed JSON, nothing else. */
export type JsonValue =
  null | boolean | number | string | readonly JsonValue[] | { readonly [key: string]: JsonValue };

/** What a call consumed, counted once. Unknown figures are `undefined`, never 0. */
export interface Usage {
  /** All input tokens, cached ones included. */
  readonly inputTokens: number | undefined;
  readonly outputTokens: number | undefined;
  /** The part of the input that the provider read from, or wrote to, its own cache. */
  readonly cacheReadTokens: number | undefined;
  readonly cacheWriteTokens: number | undefined;
  /** US dollars; `undefined` when the price is unknown. */
  readonly cost: number | undefined;
}
