import type { Held } from '../../engine/held';
import type { ReplayRun } from '../../engine/run';
import type { Found, FoundMemory, Recorded } from '../memory-system';
import type { EpisodeUnit } from './ranked-list';

/**
 * A search in a mode that the replay does not know op by op (BM25, embedding or hybrid alone): taken from
 * the record edge by edge, and marked approximate as soon as something before it changed.
 */
export function carrySearch(
  run: ReplayRun,
  units: ReadonlyMap<string, EpisodeUnit>,
  recorded: Recorded,
): Found {
  const graph = run.trace?.graph;
  if (graph === undefined) return { hits: [] };
  const held = (node: number): Held => units.get(graph.fullName(node))?.held ?? run.carry(node);
  const hits = new Map<string, FoundMemory>();
  for (const each of recorded) {
    const operation = run.begin(
      { name: each.name, category: graph.operationCategory(each.op), comment: 'As recorded.' },
      each,
    );
    const store = new Map([...units].map(([name, unit]) => [name, unit.held]));
    if (run.shadow.compare(store).any) operation.markAs('approximate');
    for (const edge of graph.edgesOf(each.op)) {
      const target = graph.target(edge);
      operation.link([held(graph.source(edge))], [held(target)], {
        category: graph.edgeCategory(edge),
      });
      const unit = units.get(graph.fullName(target));
      if (unit !== undefined)
        hits.set(unit.name, { held: unit.held, text: unit.shown ?? unit.text });
    }
  }
  return { hits: [...hits.values()] };
}
