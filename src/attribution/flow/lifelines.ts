import { atOnce, type Steps } from '../../base/steps';
import type { EvolutionGraph } from '../../graph/evolution-graph';
import { MEMORY_ENTRY } from './query-side';

/** One version of a memory unit and the operation that wrote it. */
export interface UnitVersion {
  readonly node: number;
  /** The operation that wrote it; `undefined` when none was recorded. */
  readonly op: number | undefined;
}

/** A memory unit through time: its versions in order of insertion, and its deletion. */
export interface Lifeline {
  readonly versions: readonly UnitVersion[];
  /** Operations that deleted the unit, in execution order; later versions bring it back. */
  readonly deletions: readonly number[];
}

/** Every memory unit of a trace. */
export interface Lifelines {
  readonly units: readonly Lifeline[];
  /** Unit version (variable) → its lifeline. */
  readonly of: ReadonlyMap<number, Lifeline>;
}

const known = new WeakMap<EvolutionGraph, Lifelines>();

/** The lifelines of a trace, read once a graph. */
export const lifelines = (graph: EvolutionGraph): Lifelines =>
  known.get(graph) ?? atOnce(lifelineSteps(graph));

// Variables, edges or operations between two chances for messages: a few milliseconds of work.
const PART = 4096;

/** The same in parts, so that a worker stays responsive while a large trace is read. */
export function* lifelineSteps(graph: EvolutionGraph): Steps<Lifelines> {
  const cached = known.get(graph);
  if (cached !== undefined) return cached;
  const { writers, deletions } = yield* readEdges(graph);
  const of = new Map<number, Lifeline>();
  const units: Lifeline[] = [];
  for (let node = 0; node < graph.nodeCount; node++) {
    if (node % PART === 0) yield;
    if (of.has(node) || graph.category(node) !== MEMORY_ENTRY) continue;
    const members = [...graph.versions(node)];
    const lifeline: Lifeline = {
      versions: members.map((member) => ({ node: member, op: writers.get(member) })),
      deletions: members
        .flatMap((member) => deletions.get(member) ?? [])
        .sort((a, b) => graph.rank(a) - graph.rank(b)),
    };
    units.push(lifeline);
    for (const member of members) of.set(member, lifeline);
  }
  const read = { units, of };
  known.set(graph, read);
  return read;
}

/** Retrieval and evaluation operations point at units too, but only to read them. */
const onlyReads = (graph: EvolutionGraph, op: number): boolean => {
  const category = graph.operationCategory(op);
  return category === 'retrieval' || category === 'evaluation';
};

function* readEdges(graph: EvolutionGraph): Steps<{
  readonly writers: ReadonlyMap<number, number>;
  readonly deletions: ReadonlyMap<number, readonly number[]>;
}> {
  const writers = new Map<number, number>();
  const deletions = new Map<number, number[]>();
  for (let edge = 0; edge < graph.edgeCount; edge++) {
    if (edge % PART === 0) yield;
    const op = graph.operationOfEdge(edge);
    if (op === undefined || onlyReads(graph, op)) continue;
    const target = graph.target(edge);
    if (graph.category(target) === MEMORY_ENTRY) {
      const before = writers.get(target);
      if (before === undefined || graph.rank(op) < graph.rank(before)) writers.set(target, op);
    } else if (graph.className(target) === 'delete_marker') {
      const unit = graph.source(edge);
      if (graph.category(unit) !== MEMORY_ENTRY) continue;
      const ops = deletions.get(unit) ?? [];
      if (!ops.includes(op)) ops.push(op);
      deletions.set(unit, ops);
    }
  }
  return { writers, deletions };
}

/**
 * The version of a unit that an operation of rank `until` could read: the last one written before,
 * or `undefined` when the unit did not exist yet or was deleted by then.
 */
export function aliveVersion(
  graph: EvolutionGraph,
  lifeline: Lifeline,
  until: number,
): UnitVersion | undefined {
  const written = lifeline.versions.filter(({ op }) => op === undefined || graph.rank(op) < until);
  const last = written.at(-1);
  if (last === undefined) return undefined;
  return deletionOf(graph, lifeline, last, until) === undefined ? last : undefined;
}

/** The deletion that came after a version and before rank `until`, if any. */
export function deletionOf(
  graph: EvolutionGraph,
  lifeline: Lifeline,
  version: UnitVersion,
  until: number,
): number | undefined {
  const since = version.op === undefined ? -1 : graph.rank(version.op);
  return lifeline.deletions.find((op) => graph.rank(op) > since && graph.rank(op) < until);
}
