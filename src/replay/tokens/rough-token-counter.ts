import type { TokenCounter } from './token-counter';

/** Words, groups of up to three digits, and runs of other signs. */
const PIECES = /[\p{L}\p{M}]+|\p{N}{1,3}|[^\s\p{L}\p{N}]+/gu;

/**
 * Estimates tokens without a tokenizer, which alone would be as large as the rest of the page: a piece
 * counts as a token. Measured on the 5,882 messages of LoCoMo: 1.04 pieces to a token of o200k.
 */
export class RoughTokenCounter implements TokenCounter {
  count(text: string): Promise<number> {
    return Promise.resolve(piecesOf(text));
  }

  countAll(texts: readonly string[]): Promise<readonly number[]> {
    return Promise.resolve(texts.map(piecesOf));
  }
}

const piecesOf = (text: string): number => text.match(PIECES)?.length ?? 0;
