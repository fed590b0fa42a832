import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Bm25Index, ranked } from './bm25';

const DOCUMENTS = [
  ['ana', 'plum', 'tree', 'barn'],
  ['ben', 'river', 'boat', 'boat'],
  ['ana', 'river', 'walk'],
  ['cake', 'tea'],
];

/** Okapi BM25 written down as its definition says, document by document. */
function plainScores(
  documents: readonly (readonly string[])[],
  query: readonly string[],
): number[] {
  const size = documents.length;
  const average = documents.reduce((sum, d) => sum + d.length, 0) / size;
  const terms = [...new Set(documents.flat())];
  const rawIdf = new Map(
    terms.map((term) => {
      const n = documents.filter((d) => d.includes(term)).length;
      return [term, Math.log((size - n + 0.5) / (n + 0.5))] as const;
    }),
  );
  const mean = [...rawIdf.values()].reduce((sum, value) => sum + value, 0) / terms.length;
  return documents.map((document) =>
    query.reduce((sum, term) => {
      const raw = rawIdf.get(term);
      if (raw === undefined) return sum;
      const idf = raw < 0 ? 0.25 * mean : raw;
      const count = document.filter((word) => word === term).length;
      const norm = 1.5 * (1 - 0.75 + (0.75 * document.length) / average);
      return sum + (idf * count * 2.5) / (count + norm);
    }, 0),
  );
}

describe('BM25', () => {
  it('ranks the document that holds the rarest words of the query first', () => {
    const index = new Bm25Index(DOCUMENTS);
    expect(ranked(index.scores(['boat', 'river']), 4)[0]).toBe(1);
    expect(ranked(index.scores(['ana', 'walk']), 4)[0]).toBe(2);
  });

  it('keeps the order of the documents for equal scores, and when the query has no known word', () => {
    const index = new Bm25Index(DOCUMENTS);
    expect(ranked(index.scores(['zebra']), 4)).toEqual([0, 1, 2, 3]);
    expect(ranked(index.scores([]), 2)).toEqual([0, 1]);
  });

  it('gives an unknown word more weight than any known one', () => {
    const index = new Bm25Index(DOCUMENTS);
    expect(index.weight('zebra')).toBeGreaterThan(index.weight('cake'));
    expect(index.weight('cake')).toBeGreaterThan(index.weight('ana'));
  });

  it('has nothing to say of no documents', () => {
    expect(ranked(new Bm25Index([]).scores(['a']), 8)).toEqual([]);
  });

  it('scores as the definition says, for any documents and query', () => {
    const words = fc.array(fc.constantFrom(...'abcdefgh'.split('')), {
      minLength: 1,
      maxLength: 12,
    });
    fc.assert(
      fc.property(fc.array(words, { minLength: 1, maxLength: 8 }), words, (documents, query) => {
        const expected = plainScores(documents, query);
        const scores = new Bm25Index(documents).scores(query);
        expected.forEach((score, i) => {
          expect(scores[i]).toBeCloseTo(score, 9);
        });
      }),
      { seed: 20251, numRuns: 300 },
    );
  });

  it('returns the best ones in the order of a full sort', () => {
    const scores = fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 40 });
    fc.assert(
      fc.property(scores, fc.integer({ min: 0, max: 10 }), (list, limit) => {
        const sorted = list
          .map((score, i) => ({ score, i }))
          .sort((a, b) => b.score - a.score || a.i - b.i)
          .slice(0, limit)
          .map(({ i }) => i);
        expect(ranked(Float64Array.from(list), limit)).toEqual(sorted);
      }),
      { seed: 20252, numRuns: 500 },
    );
  });
});
