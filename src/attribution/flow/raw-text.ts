import type { EvolutionGraph } from '../../graph/evolution-graph';

// The values that many cases look at: contexts, the last version of a growing unit. 12 MB at the most.
const KEPT = 48;
const texts = new WeakMap<EvolutionGraph, Map<number, string>>();

/** The value of a variable as recorded; the latest ones are kept, because reading decodes them anew. */
export function rawText(graph: EvolutionGraph, node: number): string {
  const kept = texts.get(graph) ?? new Map<number, string>();
  texts.set(graph, kept);
  const known = kept.get(node);
  if (known !== undefined) {
    // Used again: it moves to the end of the line.
    kept.delete(node);
    kept.set(node, known);
    return known;
  }
  const text = graph.rawValue(node);
  const [oldest] = kept.keys();
  if (kept.size >= KEPT && oldest !== undefined) kept.delete(oldest);
  kept.set(node, text);
  return text;
}
