import type { Result } from '../base/result';
import type { Case } from '../cases/case';
import type { Method, Verdict } from '../cases/verdict';
import type { EvolutionGraph } from '../graph/evolution-graph';
import { AgentTrace } from './agent/agent-trace';
import { graphAgent, type AgentOptions } from './agent/graph-agent';
import { repeated } from './agent/repeat';
import { guided } from './guided/guided';
import { allAtOnce } from './log-agent/all-at-once';
import { logAgent } from './log-agent/log-agent';

/** The methods that ask a model. */
export type AskingMethod = Exclude<Method, 'flow'>;

export interface AskingOptions extends Omit<AgentOptions, 'sample'> {
  readonly method: AskingMethod;
  /** Asks so many times and keeps what most say. */
  readonly repetitions: number;
}

/**
 * One verdict by a method that asks a model.
 * @param cases every judged question of the trace: operations of the others are left out
 * @returns a problem when a call failed or the run was stopped, never for what the model said
 */
export function askForVerdict(
  graph: EvolutionGraph,
  failed: Case,
  cases: readonly Case[],
  options: AskingOptions,
): Promise<Result<Verdict>> {
  // What people labelled is for measuring alone.
  const unlabelled: Case = { ...failed, label: undefined };
  const { method, repetitions } = options;
  return repeated(repetitions, (sample) => {
    if (method === 'guided') {
      const evidence = options.evidence === 'none' ? 'retrieved' : options.evidence;
      return guided(graph, unlabelled, { ...options, evidence, sample });
    }
    const trace = AgentTrace.open(graph, unlabelled, cases);
    const ask = { 'graph-agent': graphAgent, 'log-agent': logAgent, 'all-at-once': allAtOnce };
    return ask[method](trace, { ...options, sample });
  });
}
