import { neededParts } from '../../attribution/proof/needed-parts';
import { goldText, type Case } from '../../cases/case';
import type { Verdict } from '../../cases/verdict';
import type { EvolutionGraph } from '../../graph/evolution-graph';
import type { Changes } from '../../replay/engine/changes';
import { Ideal } from '../../replay/ideal/ideal';
import { lifelines } from '../../attribution/flow/lifelines';
import { writerOf } from '../../replay/interventions';
import type { PlannedChange } from './contract';

/** The changes, with ideal behaviour after the last of them; `undefined` where that answers nothing. */
export function idealAfter(
  graph: EvolutionGraph,
  one: Case,
  verdict: Verdict | undefined,
  planned: readonly PlannedChange[],
  changes: Changes,
): Changes | undefined {
  const query = graph.findNode(one.queryId);
  const evidence = (verdict?.evidence ?? one.evidence)
    .map((id) => graph.findNode(id))
    .filter((node) => node !== undefined);
  const parts = neededParts(graph)(one, evidence, verdict?.evidenceMode ?? 'labelled');
  const ranks = planned.map((change) => rankOf(graph, one, change));
  const last = Math.max(-1, ...ranks.map((rank) => rank ?? Infinity));
  if (query === undefined || parts.length === 0 || !Number.isFinite(last)) return undefined;
  return { ...changes, ideal: new Ideal(last + 1, parts, query, goldText(one)) };
}

/** The place of the operation that a change touches; a prompt or a parameter touches too many. */
function rankOf(graph: EvolutionGraph, one: Case, change: PlannedChange): number | undefined {
  switch (change.kind) {
    case 'prompt':
    case 'parameter':
      return undefined;
    case 'output':
      return rankOfOperation(graph, graph.findOperation(change.opId));
    case 'edit-unit': {
      const node = graph.findNode(change.variable);
      return node === undefined ? undefined : rankOfOperation(graph, writerOf(graph, node));
    }
    case 'restore-unit': {
      const node = graph.latestVersion(change.unit);
      const line = node === undefined ? undefined : lifelines(graph).of.get(node);
      return rankOfOperation(graph, line?.deletions.at(-1));
    }
    case 'force-retrieval': {
      const id = one.retrievalOps.at(-1);
      return rankOfOperation(graph, id === undefined ? undefined : graph.findOperation(id));
    }
  }
}

const rankOfOperation = (graph: EvolutionGraph, op: number | undefined): number | undefined =>
  op === undefined ? undefined : graph.rank(op);
