import type { RunInfo } from '../../notebook/service/scoring/contract';
import { NAMES } from '../texts';

/** A run in words: its method, its evidence, and what the search for it saw. */
export function runName({ method, evidence, evidenceQuery, name }: RunInfo): string {
  const mode = NAMES.evidence[evidence].toLowerCase();
  const query = evidenceQuery === undefined ? '' : ` (${NAMES.evidenceQuery[evidenceQuery]})`;
  return `${name === undefined ? method : `${name}: ${method}`}, ${mode}${evidence === 'retrieved' ? query : ''}`;
}
