import type { Case } from '../../cases/case';
import type { EvolutionGraph } from '../../graph/evolution-graph';
import type { NamedVerdict } from '../../store/verdict-door';
import { briefsOf } from './briefs';
import type { CaseView, TraceSummary } from './contract';

/** A case with its verdict, its proof, and every operation that any of them mentions. */
export function caseView(
  graph: EvolutionGraph,
  trace: TraceSummary,
  c: Case,
  found: NamedVerdict | undefined,
): CaseView {
  const { verdict, proof } = found ?? {};
  const mentioned = [
    ...c.retrievalOps,
    c.answerOp,
    c.judgeOp,
    c.label?.opId,
    verdict?.opId,
    ...(verdict?.stages.map((stage) => stage.opId) ?? []),
    ...(verdict?.laterLosses.map((loss) => loss.opId) ?? []),
    proof?.decisive,
    ...(proof?.steps.map((step) => step.opId) ?? []),
  ];
  const operations = briefsOf(graph, mentioned);
  return { case: c, trace, verdict, operations, ...(proof && { proof }) };
}
