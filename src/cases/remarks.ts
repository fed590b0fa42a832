import { problem } from '../base/problem';
import type { Skipped } from '../trace/columns';
import type { Case } from './case';

const PLACES = 5;

/**
 * What should be said about the cases of a trace beside what reading met: judge scores that are no
 * numbers. Such a case is listed as unscored, never guessed.
 */
export function caseRemarks(cases: readonly Case[]): readonly Skipped[] {
  const unscored = cases.filter((c) => c.outcome === 'unscored');
  if (unscored.length === 0) return [];
  return [
    {
      problem: problem('unreadable-score', `${unscored.length} of ${cases.length} questions.`),
      count: unscored.length,
      places: unscored.slice(0, PLACES).map((c) => c.queryId),
    },
  ];
}
