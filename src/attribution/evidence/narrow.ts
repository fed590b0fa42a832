import type { Case } from '../../cases/case';
import type { EvidenceQuery } from '../../cases/verdict';
import { ranked } from './bm25';
import type { EvidenceIndex, FoundEvidence } from './retrieve-evidence';

/** What a message gains when its speaker is named in the question. */
const SPEAKER = 1.3;

/** Re-ranks and cuts the BM25 ranking of a case. */
export function narrow(
  index: EvidenceIndex,
  failed: Case,
  _kind: EvidenceQuery,
  scores: Float64Array,
  limit: number,
): readonly FoundEvidence[] {
  const question = failed.question.toLowerCase();
  const adjusted = scores.map((score, i) => {
    const speaker = index.messages[i]?.speaker?.toLowerCase();
    return speaker !== undefined && question.includes(speaker) ? score * SPEAKER : score;
  });
  const best = ranked(adjusted, limit);
  const top = adjusted[best[0] ?? 0] ?? 0;
  return best
    .filter((i, rank) => rank === 0 || (adjusted[i] ?? 0) >= 0.85 * top)
    .map((i) => ({ node: index.nodes[i] ?? 0, score: adjusted[i] ?? 0 }));
}
