import type { Case } from '../../cases/case';
import type { Doubt, EvidenceMode } from '../../cases/verdict';
import type { TextSource } from '../matching/fact';
import { contradictedTime } from './contradicted-time';
import { imageOnly } from './image-only';
import { judgeDoubts } from './judge-doubts';
import { otherPerson } from './other-person';
import { otherValue } from './other-value';

/**
 * Reasons to doubt the label of a case or its judge, surest first; empty for most cases.
 * @param evidence the evidence messages the attribution starts from (variable indexes)
 * @param mode whether the trace names them or they were searched for: found messages prove less
 */
export function caseDoubts(
  source: TextSource,
  failed: Case,
  evidence: readonly number[],
  mode: EvidenceMode = 'labelled',
): readonly Doubt[] {
  const label = [imageOnly, contradictedTime, otherPerson, otherValue].flatMap(
    (check) => check(source, failed, evidence, mode) ?? [],
  );
  return [...label, ...judgeDoubts(failed)].sort((a, b) => b.confidence - a.confidence);
}

/** One reason to doubt a label, or `undefined`. */
export type LabelCheck = (
  source: TextSource,
  failed: Case,
  evidence: readonly number[],
  mode: EvidenceMode,
) => Doubt | undefined;
