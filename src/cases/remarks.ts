import { problem } from '../base/problem';
import type { ProblemKind } from '../base/problems';
import type { Skipped } from '../trace/columns';
import type { Case } from './case';

const PLACES = 5;

/**
 * What should be said about the cases of a trace beside what reading met: judge scores that are no
 * numbers (such a case is listed as unscored, never guessed), and questions that no judge saw.
 */
export function caseRemarks(cases: readonly Case[]): readonly Skipped[] {
  const unjudged = cases.every((c) => c.judgeOp === undefined && c.outcome === 'failed')
    ? cases
    : [];
  const unscored = cases.filter((c) => c.outcome === 'unscored');
  const [unread, never] = [true, false].map((judged) =>
    unscored.filter((c) => (c.judgeOp !== undefined) === judged),
  );
  return [
    ...remark('unreadable-score', unread ?? [], cases.length),
    ...remark('never-judged', never ?? [], cases.length),
    ...remark(
      'judge-only',
      cases.filter((c) => c.limit === 'judge-only'),
      cases.length,
    ),
    ...remark('labels-only', unjudged, cases.length),
  ];
}

function remark(kind: ProblemKind, found: readonly Case[], total: number): readonly Skipped[] {
  if (found.length === 0) return [];
  return [
    {
      problem: problem(kind, `${found.length} of ${total} questions.`),
      count: found.length,
      places: found.slice(0, PLACES).map((c) => c.queryId),
    },
  ];
}
