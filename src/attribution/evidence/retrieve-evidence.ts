import { atOnce, type Steps } from '../../base/steps';
import type { EvidenceQuery } from '../../cases/verdict';
import type { TextSource } from '../matching/fact';
import { ranked } from './bm25';
import { contentTerms, EvidenceIndex } from './evidence-index';
import { narrow } from './narrow';
import { searchQuery, type SearchedCase } from './search-query';

export type { EvidenceIndex } from './evidence-index';

/** One message found for a case. */
export interface FoundEvidence {
  /** Index of the message variable. */
  readonly node: number;
  readonly score: number;
}

/** Half of MemTrace's 16 starting points (memtrace-method §3). */
export const DEFAULT_LIMIT = 8;

/** Indexes the messages of a trace, once for all its cases. */
export const buildEvidenceIndex = (source: Pick<TextSource, 'graph'>): EvidenceIndex =>
  atOnce(EvidenceIndex.read(source));

/** The same in parts, so that a worker stays responsive. */
export const evidenceIndexSteps = (source: Pick<TextSource, 'graph'>): Steps<EvidenceIndex> =>
  EvidenceIndex.read(source);

/**
 * The messages most likely to be the evidence of a case, best first: the plain BM25 ranking that
 * Recall@k is reported on.
 */
export function searchEvidence(
  index: EvidenceIndex,
  failed: SearchedCase,
  kind: EvidenceQuery = 'gold',
  limit: number = DEFAULT_LIMIT,
): readonly FoundEvidence[] {
  const scores = index.bm25.scores(contentTerms(searchQuery(failed, kind).text));
  return ranked(scores, limit).map((i) => ({ node: index.nodes[i] ?? 0, score: scores[i] ?? 0 }));
}

/**
 * The few messages to start attribution from when none are labelled: the BM25 ranking re-ranked by
 * what else speaks for a message, and cut where the rest adds nothing. Best first, at most `limit`.
 */
export function retrieveEvidence(
  index: EvidenceIndex,
  failed: SearchedCase,
  kind: EvidenceQuery = 'gold',
  limit: number = DEFAULT_LIMIT,
): readonly FoundEvidence[] {
  return narrow(index, searchQuery(failed, kind), limit);
}
