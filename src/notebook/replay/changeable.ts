import type { OpId } from '../../base/brand';
import type { Case } from '../../cases/case';
import type { Verdict } from '../../cases/verdict';
import type { EvolutionGraph } from '../../graph/evolution-graph';
import { promptVariables } from '../../optimize/targets/optimisable';
import { outputText, recordedAs, type Intervention } from '../../replay/interventions';
import { parametersOf } from '../../replay/parameters-of';
import { isRunnable } from '../../replay/systems/make-system';
import type { Changeable, ChangeableOutput, PlannedChange } from './contract';

/** What can be made different in a trace, seen from a case. */
export function changeableOf(
  graph: EvolutionGraph,
  one: Case,
  verdict: Verdict | undefined,
): Changeable {
  return {
    system: graph.system,
    isReplayable: isRunnable(graph.system),
    prompts: promptVariables(graph).map(({ name, text }) => ({ name, text })),
    parameters: parametersOf(graph),
    operations: operationsOf(graph, one, verdict).map((op) => ({
      opId: graph.opId(op),
      name: graph.operationName(op),
      category: graph.operationCategory(op),
      isDecisive: graph.opId(op) === verdict?.opId,
    })),
  };
}

/** The operations that a case or its verdict names, in order of execution. */
function operationsOf(
  graph: EvolutionGraph,
  one: Case,
  verdict: Verdict | undefined,
): readonly number[] {
  const named: readonly (OpId | undefined)[] = [
    verdict?.opId,
    ...(verdict?.stages.map(({ opId }) => opId) ?? []),
    ...one.retrievalOps,
    one.answerOp,
    one.judgeOp,
  ];
  const found = named.map((id) => (id === undefined ? undefined : graph.findOperation(id)));
  return [...new Set(found.filter((op) => op !== undefined))].sort(
    (a, b) => graph.rank(a) - graph.rank(b),
  );
}

/** What an operation wrote: every variable that one of its edges reaches. */
export function outputsOf(graph: EvolutionGraph, op: number): readonly ChangeableOutput[] {
  const nodes = new Set([...graph.edgesOf(op)].map((edge) => graph.target(edge)));
  return [...nodes]
    .filter((node) => graph.category(node) !== 'sentinel')
    .map((node) => ({
      variable: graph.nodeId(node),
      className: graph.className(node) ?? graph.category(node),
      text: outputText(graph.rawValue(node)),
    }));
}

/** Planned changes as a replay takes them. What the trace does not hold is left for it to refuse. */
export const interventionsOf = (
  graph: EvolutionGraph,
  changes: readonly PlannedChange[],
): readonly Intervention[] =>
  changes.map((change): Intervention => {
    if (change.kind !== 'output') return change;
    const { text, ...place } = change;
    const node = graph.findNode(change.variable);
    const raw = node === undefined ? '' : graph.rawValue(node);
    return { ...place, value: recordedAs(raw, text) };
  });
