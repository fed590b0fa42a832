import type { EvolutionGraph } from '../../graph/evolution-graph';

// The values that many cases look at: contexts, the last version of a growing unit, messages. In UTF-16 units.
const MOST_KEPT = 6_000_000;

interface Kept {
  readonly texts: Map<number, string>;
  size: number;
}

const kept = new WeakMap<EvolutionGraph, Kept>();

/** The value of a variable as recorded; the latest ones are kept, because reading decodes them anew. */
export function rawText(graph: EvolutionGraph, node: number): string {
  let mine = kept.get(graph);
  if (mine === undefined) kept.set(graph, (mine = { texts: new Map<number, string>(), size: 0 }));
  const known = mine.texts.get(node);
  if (known !== undefined) return known;
  const text = graph.rawValue(node);
  mine.size += text.length;
  // Past the bound the first in is the first out.
  for (const [oldest, value] of mine.texts) {
    if (mine.size <= MOST_KEPT) break;
    mine.texts.delete(oldest);
    mine.size -= value.length;
  }
  mine.texts.set(node, text);
  return text;
}
