import type { Case } from '../../cases/case';
import type { Verdict } from '../../cases/verdict';
import type { EvolutionGraph } from '../../graph/evolution-graph';
import { briefsOf } from './briefs';
import type { CaseView, TraceSummary } from './contract';

/** A case with its verdict and every operation that either of them mentions. */
export function caseView(
  graph: EvolutionGraph,
  trace: TraceSummary,
  c: Case,
  verdict: Verdict | undefined,
): CaseView {
  const mentioned = [
    ...c.retrievalOps,
    c.answerOp,
    c.judgeOp,
    c.label?.opId,
    verdict?.opId,
    ...(verdict?.stages.map((stage) => stage.opId) ?? []),
    ...(verdict?.laterLosses.map((loss) => loss.opId) ?? []),
  ];
  return { case: c, trace, verdict, operations: briefsOf(graph, mentioned) };
}
