import type { Case } from '../cases/case';
import type { Verdict } from '../cases/verdict';
import type { EvolutionGraph } from '../graph/evolution-graph';
import { flowAttributor, type PlainFlowOptions } from './flow-attributor';
import type { BytesPlace } from './open-files';
import { attributeTogether } from './threads/attribute-together';
import { reasonOfFault } from './threads/messages';
import type { ThreadTeam } from './threads/thread-team';

/** One trace and its cases that need a verdict. */
export interface TraceOfCases {
  readonly graph: EvolutionGraph;
  readonly place: BytesPlace;
  readonly cases: readonly Case[];
}

/** What became of the cases of a trace. */
export interface Attributed {
  /** One a case, in their order; `undefined` where there is none. */
  readonly verdicts: readonly (Verdict | undefined)[];
  /** From when every thread had read the trace until the last verdict was there. */
  readonly milliseconds: number;
  /** How many threads worked. */
  readonly threads: number;
}

/** Finds the verdicts of the cases of one trace. */
export type Attributor = (trace: TraceOfCases) => Promise<Attributed>;

/** Is told of a case that met a fault of ours, in the order of the cases of a trace. */
export type OnFault = (failed: Case, reason: string) => void;

/** The method `flow`, in one thread or, for many cases, in those of a team. */
export function createAttributor(
  options: PlainFlowOptions,
  onFault: OnFault,
  team: ThreadTeam | undefined,
): Attributor {
  return async (trace) => {
    const helpers = team?.helpersFor(trace.cases.length) ?? [];
    return helpers.length === 0
      ? attributeAlone(trace, options, onFault)
      : attributeTogether(trace, options, onFault, helpers);
  };
}

function attributeAlone(
  { graph, cases }: TraceOfCases,
  options: PlainFlowOptions,
  onFault: OnFault,
): Attributed {
  const began = performance.now();
  const attribute = flowAttributor(graph, cases, options, (failed, error) => {
    onFault(failed, reasonOfFault(error));
  });
  const verdicts = cases.map(attribute);
  return { verdicts, milliseconds: performance.now() - began, threads: 1 };
}
