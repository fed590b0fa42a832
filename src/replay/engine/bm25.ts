export const K1 = 1.5;
export const B = 0.75;

/** A store is searched for every fact and question: its texts are cut into terms once. */
const MOST_TEXTS = 50_000;
const cut = new Map<string, readonly string[]>();

/** The words of a text, lower-cased. */
export function termsOf(text: string): readonly string[] {
  const known = cut.get(text);
  if (known !== undefined) return known;
  const terms = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  if (cut.size >= MOST_TEXTS) cut.clear();
  cut.set(text, terms);
  return terms;
}

/**
 * BM25 scores of texts for a query, in the order given (Robertson's formula, k1 1.5, b 0.75, idf never
 * below zero). The stand-in for an embedding search where no embedding model is set.
 */
export function bm25Scores(query: string, texts: readonly string[]): readonly number[] {
  const documents = texts.map(termsOf);
  const average = documents.reduce((sum, terms) => sum + terms.length, 0) / (texts.length || 1);
  const counts = documents.map((terms) => {
    const count = new Map<string, number>();
    for (const term of terms) count.set(term, (count.get(term) ?? 0) + 1);
    return count;
  });
  const scores = new Array<number>(texts.length).fill(0);
  for (const term of new Set(termsOf(query))) {
    const holders = counts.filter((count) => count.has(term)).length;
    const idf = Math.log(1 + (texts.length - holders + 0.5) / (holders + 0.5));
    counts.forEach((count, i) => {
      const times = count.get(term) ?? 0;
      const length = (documents[i]?.length ?? 0) / (average || 1);
      const weight = (times * (K1 + 1)) / (times + K1 * (1 - B + B * length));
      scores[i] = (scores[i] ?? 0) + idf * weight;
    });
  }
  return scores;
}
