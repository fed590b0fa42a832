/** Counts the tokens of a text as the model of a trace would. */
export interface TokenCounter {
  count(text: string): Promise<number>;
  countAll(texts: readonly string[]): Promise<readonly number[]>;
}

/** Models whose tokens are cut with the older encoding; all others use o200k. */
const OLDER = /^(?:gpt-4(?!\.1|o|\.5)|gpt-3\.5|text-embedding)/;

/**
 * The tokenizer of a model, loaded when the first text is counted: o200k for GPT-4o and later (and for
 * models that publish none), cl100k for GPT-4 and 3.5. Counts are kept.
 */
export class LazyTokenCounter implements TokenCounter {
  private loading: Promise<(text: string) => number> | undefined;
  private readonly counts = new Map<string, number>();

  constructor(private readonly model: string) {}

  async count(text: string): Promise<number> {
    const known = this.counts.get(text);
    if (known !== undefined) return known;
    this.loading ??= load(this.model);
    const count = (await this.loading)(text);
    this.counts.set(text, count);
    return count;
  }

  async countAll(texts: readonly string[]): Promise<readonly number[]> {
    const counts: number[] = [];
    for (const text of texts) counts.push(await this.count(text));
    return counts;
  }
}

async function load(model: string): Promise<(text: string) => number> {
  // Each encoding is a chunk of its own: 428 KiB (cl100k) and 1,037 KiB (o200k), gzipped.
  const encoding = OLDER.test(model)
    ? await import('gpt-tokenizer/encoding/cl100k_base')
    : await import('gpt-tokenizer/encoding/o200k_base');
  return (text) => encoding.countTokens(text);
}
