import { ok, type Result } from '../../base/result';
import type { Verdict } from '../../cases/verdict';
import type { AgentTrace } from './agent-trace';
import { Asking, type AskOptions } from './asking';
import { startOf, type StartChoice } from './evidence-start';
import { Exploration } from './exploration';
import { CRITERION, GRAPH_READING } from './instructions';
import { converse } from './loop';
import { settle } from './settle';
import { ShownValues } from './show-operation';
import { taskOf } from './task';
import type { Tool } from './tool';
import { compareVersions, listVersions } from './tools/compare-versions';
import { exploreNode, frontierTools, initializeGraph } from './tools/explore';
import { searchValues } from './tools/search-values';
import { viewNodeValue, viewOperation } from './tools/view';

/** How an agent works on a case. */
export interface AgentOptions extends StartChoice, AskOptions {
  /** Whether the model is told how the memory system works. */
  readonly priors?: boolean;
  readonly mostSteps?: number;
}

/** Longest page of a tool, as published; less for models that take little. */
const MOST_PAGE = 128_000;

/** Characters that one answer of a tool may have. */
export const pageFor = (contextTokens: number | undefined): number =>
  contextTokens === undefined
    ? MOST_PAGE
    : Math.min(MOST_PAGE, Math.max(2_000, Math.floor(contextTokens * 0.5)));

/**
 * MemTrace's graph search: the model explores the graph from the evidence and submits a verdict.
 * @returns a verdict whatever the model says; a problem when a call failed or the run was stopped
 */
export async function graphAgent(
  trace: AgentTrace,
  options: AgentOptions,
): Promise<Result<Verdict>> {
  const asking = new Asking(options);
  const starting = startOf(trace, options);
  const exploration = new Exploration(trace);
  const { query } = trace;
  exploration.start(
    starting.nodes.length === 0 ? [] : [...starting.nodes, ...(query === undefined ? [] : [query])],
  );
  const values = new ShownValues();
  const answer = await converse(
    {
      trace,
      tools: graphTools(
        trace,
        exploration,
        values,
        pageFor(asking.model.description.contextTokens),
      ),
      system: `${CRITERION}\n\n${GRAPH_READING}`,
      task: taskOf(trace, starting, options.priors ?? false),
      hint: () => exploration.show(),
      onCompacted: () => values.forget(),
      purpose: 'graph-agent',
      ...(options.mostSteps !== undefined && { mostSteps: options.mostSteps }),
    },
    asking,
  );
  if (!answer.ok) return answer;
  return ok(settle(trace, 'graph-agent', starting.start, answer.value, asking.share()));
}

/** The tools of the graph search. */
export const graphTools = (
  trace: AgentTrace,
  exploration: Exploration,
  values: ShownValues,
  mostPage: number,
): readonly Tool[] => [
  initializeGraph(trace, exploration),
  exploreNode(trace, exploration, values, mostPage),
  viewNodeValue(trace, mostPage),
  ...frontierTools(trace, exploration),
  searchValues(trace),
  compareVersions(trace),
  listVersions(trace),
  viewOperation(trace, values, mostPage),
];
