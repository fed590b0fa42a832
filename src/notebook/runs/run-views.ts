import type { Case } from '../../cases/case';
import { shownType, type ModelShare } from '../../cases/verdict';
import type { RunCaseRow, RunRow } from '../../store/rows';
import type { RunCaseView, RunPlan, RunView } from './contract';

/** A run as the page shows it. */
export function runView(
  run: RunRow,
  plan: RunPlan,
  rows: readonly RunCaseRow[],
  isRunning: boolean,
): RunView {
  const shares = rows.flatMap((row) => shareOf(row) ?? []);
  const sum = (of: (share: ModelShare) => number | undefined): number | undefined =>
    shares.reduce<number | undefined>((total, share) => {
      const more = of(share);
      return total === undefined || more === undefined ? undefined : total + more;
    }, 0);
  return {
    id: run.id,
    name: run.name,
    createdAt: run.createdAt,
    plan,
    state: isRunning ? 'running' : run.state === 'running' ? 'interrupted' : run.state,
    problem: run.problem,
    total: run.cases.length,
    done: rows.filter(({ state }) => state === 'done').length,
    failed: rows.filter(({ state }) => state === 'failed').length,
    calls: sum(({ calls }) => calls) ?? 0,
    keptCalls: sum(({ cachedCalls }) => cachedCalls) ?? 0,
    tokens: sum(tokensOf),
    cost: sum(({ cost }) => cost),
  };
}

/** One case of a run as the page shows it. */
export function caseView(
  one: RunRow['cases'][number],
  row: RunCaseRow | undefined,
  known: Case | undefined,
): RunCaseView {
  const share = row && shareOf(row);
  return {
    ...one,
    question: known?.question ?? one.queryId,
    state: row?.state ?? 'waiting',
    errorType: row?.verdict && shownType(row.verdict),
    opName: row?.opName ?? '',
    unsure: row?.verdict?.unsure ?? false,
    problem: row?.problem,
    calls: share?.calls,
    tokens: share && tokensOf(share),
    cost: share?.cost,
  };
}

const shareOf = (row: RunCaseRow): ModelShare | undefined => row.verdict?.asked ?? row.spent;

const tokensOf = ({ inputTokens, outputTokens }: ModelShare): number | undefined =>
  inputTokens === undefined || outputTokens === undefined ? undefined : inputTokens + outputTokens;
