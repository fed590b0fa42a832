import { ok, type Result } from '../../base/result';
import type { EvidenceQuery } from '../../cases/verdict';
import { ranked } from './bm25';
import type { DenseIndex } from './dense-index';
import { contentTerms, type EvidenceIndex } from './evidence-index';
import { narrow } from './narrow';
import { DEFAULT_LIMIT, type FoundEvidence } from './retrieve-evidence';
import { searchQuery, type SearchedCase } from './search-query';

/** How messages are ranked: by words, by meaning, or by both. */
export type EvidenceRanking = 'sparse' | 'dense' | 'hybrid';

export interface HybridOptions {
  readonly ranking?: EvidenceRanking;
  /** Which answer the search may see; `gold` is the published default. */
  readonly kind?: EvidenceQuery;
  readonly limit?: number;
  readonly signal?: AbortSignal;
}

/** Reciprocal rank fusion as published (memtrace-method §3): constant, and candidates a list. */
export const RRF_K = 60;
export const CANDIDATE_MULTIPLIER = 2;

/**
 * The plain ranking of the messages for a case that Recall@k is reported on, best first, at most
 * `limit` (8): BM25, cosine, or both fused. Fails with the problem of the embedding model.
 */
export async function rankEvidence(
  index: EvidenceIndex,
  dense: DenseIndex,
  failed: SearchedCase,
  options: HybridOptions = {},
): Promise<Result<readonly FoundEvidence[]>> {
  const documents = await rankDocuments(index, dense, failed, options);
  if (!documents.ok) return documents;
  return ok(documents.value.map(({ id, score }) => ({ node: index.nodes[id] ?? 0, score })));
}

/** The few messages to start attribution from: that ranking, re-ranked and cut as `retrieveEvidence` does. */
export async function findEvidence(
  index: EvidenceIndex,
  dense: DenseIndex,
  failed: SearchedCase,
  options: HybridOptions = {},
): Promise<Result<readonly FoundEvidence[]>> {
  const { kind = 'gold', limit = DEFAULT_LIMIT } = options;
  const wide = { ...options, limit: CANDIDATE_MULTIPLIER * limit };
  const documents = await rankDocuments(index, dense, failed, wide);
  if (!documents.ok) return documents;
  const ids = documents.value.map(({ id }) => id);
  return ok(narrow(index, searchQuery(failed, kind), limit, ids));
}

interface Scored {
  readonly id: number;
  readonly score: number;
}

async function rankDocuments(
  index: EvidenceIndex,
  dense: DenseIndex,
  failed: SearchedCase,
  { ranking = 'hybrid', kind = 'gold', limit = DEFAULT_LIMIT, signal }: HybridOptions,
): Promise<Result<readonly Scored[]>> {
  const { text } = searchQuery(failed, kind);
  const words = index.bm25.scores(contentTerms(text));
  const top = (scores: Float64Array, count: number): readonly Scored[] =>
    ranked(scores, count).map((id) => ({ id, score: scores[id] ?? 0 }));
  if (ranking === 'sparse') return ok(top(words, limit));
  const meaning = await dense.scores(text, signal);
  if (!meaning.ok) return meaning;
  if (ranking === 'dense') return ok(top(meaning.value, limit));
  const count = CANDIDATE_MULTIPLIER * limit;
  const lists = [ranked(words, count), ranked(meaning.value, count)];
  return ok(fuseRanks(lists).slice(0, limit));
}

/** Fuses ranked lists: each gives a document 1 / (60 + its place from 1); equal sums keep the first's order. */
export function fuseRanks(lists: readonly (readonly number[])[]): readonly Scored[] {
  const sums = new Map<number, number>();
  for (const list of lists)
    list.forEach((id, i) => sums.set(id, (sums.get(id) ?? 0) + 1 / (RRF_K + i + 1)));
  return [...sums].map(([id, score]) => ({ id, score })).sort((a, b) => b.score - a.score);
}
