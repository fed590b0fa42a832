import type { Case } from '../../cases/case';
import type { Verdict } from '../../cases/verdict';
import type { EvolutionGraph } from '../../graph/evolution-graph';
import { unitsMadeFrom } from './evidence-units';

/** The variables and operations that the way of a case is drawn with. */
export interface PathParts {
  readonly variables: ReadonlySet<number>;
  /** In execution order. */
  readonly operations: readonly number[];
  readonly evidence: ReadonlySet<number>;
}

const MOST_EVIDENCE = 8;
const MOST_UNITS = 6;
/** Operations of one case that are drawn; a unit rewritten a hundred times would hide the rest. */
const MOST_OPERATIONS = 24;
/** Variables looked at on the way back from a unit to the evidence. */
const MOST_STEPS = 400;
/** Versions in a row from which on only the first and the last are drawn. */
const LONG_RUN = 5;
/** Variables drawn between two operations that follow each other. */
const MOST_BETWEEN = 2;

/**
 * Collects what the information of a case passed: what the verdict names and quotes, the operations
 * of the question, and what lies between these and the evidence. Reachability alone says too much, so
 * the way back from a unit only goes through operations of construction, backwards in time.
 */
export function pathParts(
  graph: EvolutionGraph,
  one: Case,
  verdict: Verdict | undefined,
): PathParts {
  const node = (id: string | undefined) => (id === undefined ? undefined : graph.findNode(id));
  const variables = new Set<number>();
  const operations = new Set<number>();
  const keep = (found: number | undefined) => found !== undefined && variables.add(found);
  const work = (id: string | undefined) => {
    const op = id === undefined ? undefined : graph.findOperation(id);
    if (op !== undefined && operations.size < MOST_OPERATIONS) operations.add(op);
  };
  const evidence = new Set<number>();
  for (const id of verdict?.evidence ?? one.evidence) {
    const found = node(id);
    if (found !== undefined && evidence.size < MOST_EVIDENCE) evidence.add(found);
  }
  work(verdict?.opId);
  for (const stage of verdict?.stages ?? []) work(stage.opId);
  for (const id of [...one.retrievalOps, one.answerOp, one.judgeOp]) work(id);
  for (const found of evidence) keep(found);
  for (const stage of verdict?.stages ?? []) {
    keep(node(stage.variable));
    for (const quote of stage.quotes) keep(node(quote.variable));
  }
  keep(node(one.queryId));
  for (const op of operations) for (const found of outcomes(graph, op)) keep(found);
  for (const unit of keptUnits(graph, verdict, evidence))
    for (const step of wayBack(graph, unit, evidence)) {
      variables.add(step.node);
      if (operations.size < MOST_OPERATIONS) operations.add(step.op);
    }
  for (const found of evidence) {
    const reader = firstReader(graph, found);
    if (reader !== undefined && operations.size < MOST_OPERATIONS) operations.add(reader);
  }
  const ordered = [...operations].sort((a, b) => graph.rank(a) - graph.rank(b));
  for (const found of between(graph, ordered, variables)) variables.add(found);
  return { variables, operations: ordered, evidence };
}

/**
 * The units that took the evidence in: those the verdict names where it speaks of storing, or, without
 * one, those made from the evidence. A unit that was only found by the search has another history.
 */
function keptUnits(
  graph: EvolutionGraph,
  verdict: Verdict | undefined,
  evidence: ReadonlySet<number>,
): readonly number[] {
  const units = new Set<number>();
  for (const { stage, variable, quotes } of verdict?.stages ?? []) {
    if (stage !== 'construction' && stage !== 'memory') continue;
    for (const id of [variable, ...quotes.map((quote) => quote.variable)]) {
      const node = id === undefined ? undefined : graph.findNode(id);
      if (node !== undefined && !evidence.has(node)) units.add(node);
    }
  }
  if (verdict === undefined)
    for (const message of evidence)
      for (const unit of unitsMadeFrom(graph, message)) units.add(unit);
  return [...units].slice(0, MOST_UNITS);
}

/** What an operation of the question ended in: its context, answer and judgement. */
function outcomes(graph: EvolutionGraph, op: number): readonly number[] {
  if (graph.operationCategory(op) !== 'evaluation') return [];
  const found = new Set<number>();
  for (const edge of graph.edgesOf(op)) {
    const target = graph.target(edge);
    // The score stands beside the judge's words already.
    if (graph.className(target) !== 'judge_score') found.add(target);
  }
  return [...found].slice(0, 4);
}

/** The shortest way back from a unit to evidence, or else to whoever wrote it. */
function wayBack(
  graph: EvolutionGraph,
  unit: number,
  evidence: ReadonlySet<number>,
): readonly { readonly node: number; readonly op: number }[] {
  const came = new Map<number, { readonly to: number; readonly op: number }>();
  const queue = [unit];
  const seen = new Set(queue);
  let goal: number | undefined;
  for (let at = 0; at < queue.length && goal === undefined && at < MOST_STEPS; at++) {
    const target = queue[at] ?? unit;
    const before = came.get(target)?.op;
    for (const edge of graph.incoming(target)) {
      const op = graph.operationOfEdge(edge);
      const source = graph.source(edge);
      if (op === undefined || seen.has(source) || !isConstruction(graph, op)) continue;
      if (before !== undefined && graph.rank(op) > graph.rank(before)) continue;
      if (graph.category(source) === 'prompt') continue;
      seen.add(source);
      came.set(source, { to: target, op });
      queue.push(source);
      if (evidence.has(source)) {
        goal = source;
        break;
      }
    }
  }
  const way: { readonly node: number; readonly op: number }[] = [];
  for (let step = goal === undefined ? undefined : came.get(goal); step; step = came.get(step.to))
    way.push({ node: step.to, op: step.op });
  return goal === undefined ? writers(graph, unit) : thinned(graph, way);
}

/**
 * Of the steps inside one operation only the last variable is drawn, and of a thing that grows message
 * by message only the first and the last version.
 */
function thinned(
  graph: EvolutionGraph,
  way: readonly { readonly node: number; readonly op: number }[],
): typeof way {
  const things = way.map(({ node }) => graph.fullName(node));
  return way.filter(({ op, node }, i) => {
    if (way[i + 1]?.op === op && graph.category(node) !== 'memory_entry') return false;
    const [first, last] = [runEnd(things, i, -1), runEnd(things, i, 1)];
    const isLong = last - first >= (graph.category(node) === 'message_buffer' ? 2 : LONG_RUN);
    return !isLong || i === first || i === last;
  });
}

/** Where the run of equal things around a place ends in a direction. */
function runEnd(things: readonly string[], from: number, by: 1 | -1): number {
  let at = from;
  while (things[at + by] === things[from]) at += by;
  return at;
}

function writers(
  graph: EvolutionGraph,
  unit: number,
): readonly { readonly node: number; readonly op: number }[] {
  const [edge] = graph.incoming(unit);
  const op = edge === undefined ? undefined : graph.operationOfEdge(edge);
  return op === undefined ? [] : [{ node: unit, op }];
}

const isConstruction = (graph: EvolutionGraph, op: number): boolean => {
  const category = graph.operationCategory(op);
  return category !== 'retrieval' && category !== 'evaluation';
};

/** The operation that took a message in. */
function firstReader(graph: EvolutionGraph, message: number): number | undefined {
  let first: number | undefined;
  for (const edge of graph.outgoing(message)) {
    const op = graph.operationOfEdge(edge);
    if (op === undefined || !isConstruction(graph, op)) continue;
    if (first === undefined || graph.rank(op) < graph.rank(first)) first = op;
  }
  return first;
}

/** Variables that join each operation with the next ones, where nothing that is kept does already. */
function between(
  graph: EvolutionGraph,
  ordered: readonly number[],
  kept: ReadonlySet<number>,
): readonly number[] {
  const found: number[] = [];
  const writerOf = new Map<number, number>();
  const joined = new Set<string>();
  for (const op of ordered) {
    const shared = new Map<number, number[]>();
    for (const edge of graph.edgesOf(op)) {
      const source = graph.source(edge);
      const writer = writerOf.get(source);
      if (writer === undefined || writer === op || graph.category(source) === 'prompt') continue;
      if (kept.has(source)) joined.add(`${writer} ${op}`);
      const list = shared.get(writer) ?? [];
      if (!list.includes(source)) list.push(source);
      shared.set(writer, list);
    }
    for (const [writer, nodes] of shared)
      if (!joined.has(`${writer} ${op}`)) found.push(...nodes.slice(0, MOST_BETWEEN));
    for (const edge of graph.edgesOf(op)) writerOf.set(graph.target(edge), op);
  }
  return found;
}
