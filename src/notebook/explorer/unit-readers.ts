import type { Case } from '../../cases/case';
import type { EvolutionGraph } from '../../graph/evolution-graph';

/** A question that retrieved a unit version. */
export interface UnitReader {
  readonly case: Case;
  readonly op: number;
  /** Place among the units of the search, from 1. */
  readonly rank: number;
  readonly given: boolean;
}

const known = new WeakMap<readonly Case[], ReadonlyMap<number, readonly UnitReader[]>>();

/** Which questions retrieved each unit version; read once for a list of cases. */
export function unitReaders(
  graph: EvolutionGraph,
  cases: readonly Case[],
): ReadonlyMap<number, readonly UnitReader[]> {
  const cached = known.get(cases);
  if (cached !== undefined) return cached;
  const readers = new Map<number, UnitReader[]>();
  for (const one of cases) readCase(graph, one, readers);
  known.set(cases, readers);
  return readers;
}

function readCase(graph: EvolutionGraph, one: Case, readers: Map<number, UnitReader[]>): void {
  const answer = one.answerOp === undefined ? undefined : graph.findOperation(one.answerOp);
  const given = new Set<number>();
  if (answer !== undefined) for (const edge of graph.edgesOf(answer)) given.add(graph.source(edge));
  for (const id of one.retrievalOps) {
    const op = graph.findOperation(id);
    if (op === undefined) continue;
    const seen = new Set<number>();
    for (const edge of graph.edgesOf(op)) {
      const unit = graph.target(edge);
      if (graph.category(unit) !== 'memory_entry' || seen.has(unit)) continue;
      seen.add(unit);
      const list = readers.get(unit) ?? [];
      list.push({ case: one, op, rank: seen.size, given: given.has(unit) });
      readers.set(unit, list);
    }
  }
}
