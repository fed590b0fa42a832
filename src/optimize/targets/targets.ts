import type { Case } from '../../cases/case';
import type { ErrorType } from '../../cases/error-type';
import { confidentDoubt, shownType, type Verdict } from '../../cases/verdict';
import type { EvolutionGraph } from '../../graph/evolution-graph';
import { operationSubgraph } from '../../graph/subgraph';
import { promptVariables, type PromptVariable } from './optimisable';
import { parametersOf, type RecordedParameter } from './parameters';

/** A failed case as the lab lists it. Plain data. */
export interface FailedCase {
  readonly traceKey: Case['traceKey'];
  readonly queryId: Case['queryId'];
  readonly question: string;
  readonly errorType: ErrorType;
  readonly opId: string;
  readonly opName: string;
  /** The verdict in one sentence. */
  readonly sentence: string;
}

/** An optimisable prompt variable with the failed cases whose decisive operation reads it. */
export interface Target extends PromptVariable {
  readonly failed: readonly FailedCase[];
}

/** A failed case that no prompt can mend, and what could. */
export interface Unfixable {
  readonly failed: FailedCase;
  /** `label` and `judge`: the question or its judgement is in doubt, the memory system is not to blame. */
  readonly because: 'no-prompt' | 'label' | 'judge';
  /** Parameters that the decisive operation follows, the likeliest first. */
  readonly parameters: readonly RecordedParameter[];
}

export interface Targets {
  readonly targets: readonly Target[];
  readonly unfixable: readonly Unfixable[];
  /** Failed cases without a verdict: attribute them first. */
  readonly open: number;
}

/** A failed case and its verdict, as far as there is one. */
export interface Accused {
  readonly failed: Case;
  readonly verdict: Verdict | undefined;
}

/**
 * The targets of a trace. A case belongs to every optimisable prompt variable in the subgraph of its
 * decisive operation (memtrace-method §10); one without any is listed with the parameters that could help.
 */
export function findTargets(graph: EvolutionGraph, accused: readonly Accused[]): Targets {
  const variables = promptVariables(graph);
  const byName = new Map<string, FailedCase[]>(variables.map(({ name }) => [name, []]));
  const unfixable: Unfixable[] = [];
  let open = 0;
  for (const { failed, verdict } of accused) {
    const op = verdict === undefined ? undefined : graph.findOperation(verdict.opId);
    if (verdict === undefined || op === undefined) {
      open++;
      continue;
    }
    const listed: FailedCase = {
      traceKey: failed.traceKey,
      queryId: failed.queryId,
      question: failed.question,
      errorType: shownType(verdict),
      opId: verdict.opId,
      opName: graph.operationName(op),
      sentence: verdict.sentence,
    };
    const doubt = confidentDoubt(verdict);
    const names = doubt === undefined ? promptsReadBy(graph, op, byName) : [];
    for (const name of names) byName.get(name)?.push(listed);
    if (names.length > 0) continue;
    const because = doubt === undefined || doubt.about === 'pipeline' ? 'no-prompt' : doubt.about;
    unfixable.push({
      failed: listed,
      because,
      parameters: because === 'no-prompt' ? parametersOf(graph, op) : [],
    });
  }
  const targets = variables.map((each) => ({ ...each, failed: byName.get(each.name) ?? [] }));
  return { targets, unfixable, open };
}

/** The wanted prompt variables in the subgraph of an operation, by full name. */
export function promptsReadBy(
  graph: EvolutionGraph,
  op: number,
  wanted: { has(name: string): boolean },
): readonly string[] {
  const { inputs, intermediates } = operationSubgraph(graph, op);
  const names = [...inputs, ...intermediates]
    .filter((node) => graph.category(node) === 'prompt')
    .map((node) => graph.fullName(node));
  return [...new Set(names)].filter((name) => wanted.has(name));
}
