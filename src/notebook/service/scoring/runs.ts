import type { Case } from '../../../cases/case';
import type { Verdict } from '../../../cases/verdict';
import type { CaseBook } from '../case-book';
import type { RunInfo } from './contract';

/** The name of the way a verdict was found. */
export const runId = ({
  method,
  evidenceMode,
  evidenceQuery,
  run,
}: Pick<Verdict, 'method' | 'evidenceMode' | 'evidenceQuery' | 'run'>): string =>
  [method, evidenceMode, ...(evidenceQuery ? [evidenceQuery] : []), ...(run ? [run.id] : [])].join(
    ' ',
  );

/** Every run that left verdicts, in the order of their names: labelled before retrieved evidence. */
export function runsIn(book: CaseBook, cases: readonly Case[]): readonly RunInfo[] {
  const runs = new Map<string, RunInfo>();
  for (const c of cases)
    for (const { verdict } of book.verdicts(c.traceKey, c.queryId)) {
      const id = runId(verdict);
      const verdicts = (runs.get(id)?.verdicts ?? 0) + 1;
      const { method, evidenceMode: evidence, evidenceQuery } = verdict;
      const name = verdict.run?.name;
      runs.set(id, { id, method, evidence, evidenceQuery, verdicts, ...(name && { name }) });
    }
  return [...runs.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

/**
 * The verdict that a run found for a case. A run from labelled evidence attributes cases without any
 * from retrieved evidence: the newest of those counts as its own.
 */
export function verdictOf(book: CaseBook, c: Case, run: RunInfo): Verdict | undefined {
  const found = book.verdicts(c.traceKey, c.queryId).map(({ verdict }) => verdict);
  const own = found.findLast((verdict) => runId(verdict) === run.id);
  if (own !== undefined || run.evidence === 'retrieved' || c.evidence.length > 0) return own;
  return found.findLast((verdict) => runId(verdict).startsWith(`${run.method} `));
}
