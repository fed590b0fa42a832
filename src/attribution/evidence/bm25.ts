/** Parameters of Okapi BM25 as MemTrace sets them (memtrace-method §3). */
export interface Bm25Options {
  readonly k1: number;
  readonly b: number;
  /** Floor of negative inverse document frequencies, as a share of their mean. */
  readonly epsilon: number;
}

export const BM25_DEFAULTS: Bm25Options = { k1: 1.5, b: 0.75, epsilon: 0.25 };

/**
 * An inverted index over documents given as lists of terms, scored with Okapi BM25. Postings are
 * typed arrays: for term `t`, documents and counts stand at `starts[t] … starts[t + 1]`.
 */
export class Bm25Index {
  readonly size: number;
  private readonly ids = new Map<string, number>();
  private readonly starts: Uint32Array;
  private readonly documents: Uint32Array;
  private readonly counts: Float32Array;
  private readonly lengths: Uint32Array;
  private readonly averageLength: number;
  private readonly idf: Float64Array;
  private readonly unknown: number;

  constructor(
    documents: readonly (readonly string[])[],
    private readonly options: Bm25Options = BM25_DEFAULTS,
  ) {
    this.size = documents.length;
    this.lengths = Uint32Array.from(documents, (terms) => terms.length);
    this.averageLength = this.lengths.reduce((sum, n) => sum + n, 0) / Math.max(1, this.size);
    const counted = documents.map((terms) => this.count(terms));
    const frequency = new Uint32Array(this.ids.size + 1);
    for (const counts of counted)
      for (const term of counts.keys()) frequency[term + 1] = (frequency[term + 1] ?? 0) + 1;
    this.idf = inverseFrequencies(frequency.subarray(1), this.size, options.epsilon);
    this.unknown = Math.log(2 * this.size + 1);
    for (let t = 1; t < frequency.length; t++)
      frequency[t] = (frequency[t] ?? 0) + (frequency[t - 1] ?? 0);
    this.starts = frequency;
    this.documents = new Uint32Array(frequency.at(-1) ?? 0);
    this.counts = new Float32Array(this.documents.length);
    const next = frequency.slice();
    counted.forEach((counts, document) => {
      for (const [term, count] of counts) {
        const at = next[term] ?? 0;
        this.documents[at] = document;
        this.counts[at] = count;
        next[term] = at + 1;
      }
    });
  }

  /** The score of every document for a query; repeated query terms count each time. */
  scores(query: readonly string[]): Float64Array {
    const { k1, b } = this.options;
    const scores = new Float64Array(this.size);
    for (const word of query) {
      const term = this.ids.get(word);
      if (term === undefined) continue;
      const idf = this.idf[term] ?? 0;
      for (let i = this.starts[term] ?? 0; i < (this.starts[term + 1] ?? 0); i++) {
        const document = this.documents[i] ?? 0;
        const count = this.counts[i] ?? 0;
        const length = (this.lengths[document] ?? 0) / this.averageLength;
        const saturated = (count * (k1 + 1)) / (count + k1 * (1 - b + b * length));
        scores[document] = (scores[document] ?? 0) + idf * saturated;
      }
    }
    return scores;
  }

  /** How telling a term is: its inverse document frequency, that of a new word when it is unknown. */
  weight(term: string): number {
    const id = this.ids.get(term);
    return id === undefined ? this.unknown : Math.max(this.idf[id] ?? 0, 0);
  }

  private count(terms: readonly string[]): Map<number, number> {
    const counts = new Map<number, number>();
    for (const term of terms) {
      let id = this.ids.get(term);
      if (id === undefined) {
        id = this.ids.size;
        this.ids.set(term, id);
      }
      counts.set(id, (counts.get(id) ?? 0) + 1);
    }
    return counts;
  }
}

/** ln((N - n + 0.5) / (n + 0.5)); negative values become epsilon times the mean of all. */
function inverseFrequencies(frequency: Uint32Array, size: number, epsilon: number): Float64Array {
  const idf = Float64Array.from(frequency, (n) => Math.log((size - n + 0.5) / (n + 0.5)));
  const mean = idf.reduce((sum, value) => sum + value, 0) / Math.max(1, idf.length);
  return idf.map((value) => (value < 0 ? epsilon * mean : value));
}

/** Document numbers by falling score; equal scores keep the order of the documents. */
export function ranked(scores: Float64Array, limit: number): number[] {
  const best: number[] = [];
  scores.forEach((score, document) => {
    const last = best[limit - 1];
    if (last !== undefined && score <= (scores[last] ?? 0)) return;
    // Insertion: `limit` is small, and few documents get past the check above.
    let at = Math.min(best.length, limit - 1);
    while (at > 0 && (scores[best[at - 1] ?? 0] ?? 0) < score) {
      best[at] = best[at - 1] ?? 0;
      at--;
    }
    if (limit > 0) best[at] = document;
  });
  return best;
}
