import { flowVerdicts, type FlowOptions } from '../attribution/flow/attribute-flow';
import type { QueryId } from '../base/brand';
import type { Case } from '../cases/case';
import type { Verdict } from '../cases/verdict';
import type { EvolutionGraph } from '../graph/evolution-graph';
import type { Attributor } from './attribute-file';

/**
 * The method `flow`, such that a fault of ours in one case costs the verdict of that case alone: a run over
 * many files should not end at the first surprise. `onFault` is told of each.
 */
export function flowAttributor(
  options: FlowOptions,
  onFault: (query: QueryId, error: unknown) => void,
): Attributor {
  return (graph, cases) => {
    const verdicts: (Verdict | undefined)[] = [];
    while (verdicts.length < cases.length)
      attributeOnward(graph, cases, options, verdicts, onFault);
    return verdicts;
  };
}

/** Attributes the cases that come after `verdicts`, up to the first fault, which it steps over. */
function attributeOnward(
  graph: EvolutionGraph,
  cases: readonly Case[],
  options: FlowOptions,
  verdicts: (Verdict | undefined)[],
  onFault: (query: QueryId, error: unknown) => void,
): void {
  try {
    for (const verdict of flowVerdicts(graph, cases.slice(verdicts.length), options))
      if (verdict !== undefined) verdicts.push(verdict);
  } catch (error) {
    const failed = cases[verdicts.length];
    if (failed !== undefined) onFault(failed.queryId, error);
    verdicts.push(undefined);
  }
}
