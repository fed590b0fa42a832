import type { Price } from '../contract/chat';
import type { Usage } from '../contract/usage';
import type { TokenCounts } from '../engines/engine';

/**
 * US dollars of one call, each token counted once: what the provider read from its cache or wrote to
 * it is part of the input tokens and paid at its own price. `undefined` when the price or a count is
 * unknown.
 */
export function costOf(counts: TokenCounts, price: Price | undefined): number | undefined {
  const { inputTokens, outputTokens, cacheReadTokens = 0, cacheWriteTokens = 0 } = counts;
  if (price === undefined) return undefined;
  if (price.input === 0 && price.output === 0) return 0;
  if (inputTokens === undefined || outputTokens === undefined) return undefined;
  const plain = Math.max(0, inputTokens - cacheReadTokens - cacheWriteTokens);
  const money =
    plain * price.input +
    cacheReadTokens * (price.cachedInput ?? price.input) +
    cacheWriteTokens * (price.cacheWrite ?? price.input) +
    outputTokens * price.output;
  return money / 1_000_000;
}

/** What an answer from the call cache consumed. */
export const NOTHING_USED: Usage = {
  inputTokens: 0,
  outputTokens: 0,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  cost: 0,
};

/** A rough count for what an endpoint did not count: about four characters a token in English. */
export const estimateTokens = (characters: number): number => Math.ceil(characters / 4);
