import type { Case } from '../../cases/case';
import type { Verdict } from '../../cases/verdict';
import type { EvolutionGraph } from '../../graph/evolution-graph';
import { NO_CHANGES, type Changes } from '../../replay/engine/changes';
import { promptVariables } from '../targets/optimisable';
import { promptsReadBy } from '../targets/targets';

/**
 * How much of a run is tried again, from cheap to dear: answers over the recorded contexts; the accused
 * operation of each failed case and what follows from it; everything.
 */
export const SCOPES = ['answers', 'broken-operations', 'conversation'] as const;
export type Scope = (typeof SCOPES)[number];

/** New texts of prompt variables, by full name. */
export type Prompts = ReadonlyMap<string, string>;

/** One trace of the lab with what is known of its questions. */
export interface TrialTrace {
  readonly graph: EvolutionGraph;
  /** Its judged questions, of both parts. */
  readonly cases: readonly Case[];
  readonly verdicts: ReadonlyMap<Case['queryId'], Verdict>;
}

/** What a replay of a scope changes; `undefined` when the changed prompts touch nothing in it. */
export function changesIn(scope: Scope, prompts: Prompts, trace: TrialTrace): Changes | undefined {
  const here = scopedPrompts(scope, prompts, trace.graph);
  if (here.size === 0) return undefined;
  const changes = { ...NO_CHANGES, prompts: here };
  if (scope !== 'broken-operations') return changes;
  const promptsAt = brokenOperations(here, trace);
  return promptsAt.size === 0 ? undefined : { ...changes, promptsAt };
}

/** The changed prompts that a scope tries: with the contexts fixed, that of the answer alone. */
export function scopedPrompts(scope: Scope, prompts: Prompts, graph: EvolutionGraph): Prompts {
  const variables = promptVariables(graph).filter(({ name }) => prompts.has(name));
  const wanted = variables.filter(({ role }) => scope !== 'answers' || role === 'answer');
  return new Map(wanted.map(({ name }) => [name, prompts.get(name) ?? '']));
}

/** The decisive operations of the failed cases that read one of these prompts. */
export function brokenOperations(prompts: Prompts, trace: TrialTrace): ReadonlySet<number> {
  const { graph, cases, verdicts } = trace;
  const broken = new Set<number>();
  for (const { queryId } of cases) {
    const op = graph.findOperation(verdicts.get(queryId)?.opId ?? '');
    if (op !== undefined && promptsReadBy(graph, op, prompts).length > 0) broken.add(op);
  }
  return broken;
}
