import { neededParts } from '../../src/attribution/proof/needed-parts';
import type { Case } from '../../src/cases/case';
import type { EvolutionGraph } from '../../src/graph/evolution-graph';
import type { Holds } from '../../src/replay/ideal/ideal';

/** What the answer of a case needs, going by its labelled evidence. */
export function partsOf(graph: EvolutionGraph): (failed: Case) => readonly Holds[] {
  const parts = neededParts(graph);
  return (failed) =>
    parts(
      failed,
      failed.evidence.map((id) => graph.findNode(id)).filter((node) => node !== undefined),
      'labelled',
    );
}
