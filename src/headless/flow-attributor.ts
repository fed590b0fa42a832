import { flowRunSteps, type FlowOptions, type FlowRun } from '../attribution/flow/attribute-flow';
import { atOnce } from '../base/steps';
import type { Case } from '../cases/case';
import type { Verdict } from '../cases/verdict';
import type { EvolutionGraph } from '../graph/evolution-graph';

/** Options of `flow` that can cross threads. */
export type PlainFlowOptions = Pick<FlowOptions, 'evidence' | 'evidenceQuery'>;

/** Finds the verdict of one case of a trace; `undefined` when it met a fault of ours. */
export type CaseAttributor = (failed: Case) => Verdict | undefined;

/**
 * The method `flow`, such that a fault of ours in one case costs the verdict of that case alone: a run over
 * many files should not end at the first surprise. `onFault` is told of each. The trace is made ready when
 * the first case is asked for.
 * @param cases all failed cases of the trace, whichever of them are asked for
 */
export function flowAttributor(
  graph: EvolutionGraph,
  cases: readonly Case[],
  options: FlowOptions,
  onFault: (failed: Case, error: unknown) => void,
): CaseAttributor {
  const open = remembered(() => atOnce(flowRunSteps(graph, cases, options)));
  return (failed) => {
    try {
      return open().attribute(failed);
    } catch (error) {
      onFault(failed, error);
      return undefined;
    }
  };
}

/** Makes the run once; when that failed, says so again without another try. */
function remembered(make: () => FlowRun): () => FlowRun {
  let run: FlowRun | undefined;
  let fault: { readonly error: unknown } | undefined;
  return () => {
    if (run !== undefined) return run;
    if (fault !== undefined) throw fault.error;
    try {
      return (run = make());
    } catch (error) {
      fault = { error };
      throw error;
    }
  };
}
