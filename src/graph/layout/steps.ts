import type { EvolutionGraph } from '../evolution-graph';

/** Variables that were read together and variables that were written from all of them. */
export interface Step {
  readonly category: string;
  readonly sources: readonly number[];
  readonly targets: readonly number[];
}

/**
 * Takes the edges of an operation apart into steps: targets that were written from the same sources
 * by edges of the same category belong together. In the order in which the edges name them.
 */
export function stepsOf(graph: EvolutionGraph, edges: Uint32Array): readonly Step[] {
  const sourcesOf = new Map<
    string,
    { readonly category: string; readonly target: number; readonly sources: Set<number> }
  >();
  for (const edge of edges) {
    const category = graph.edgeCategory(edge);
    const target = graph.target(edge);
    const key = `${target} ${category}`;
    const entry = sourcesOf.get(key) ?? { category, target, sources: new Set<number>() };
    entry.sources.add(graph.source(edge));
    sourcesOf.set(key, entry);
  }
  const steps = new Map<
    string,
    { readonly category: string; readonly sources: number[]; readonly targets: number[] }
  >();
  for (const { category, target, sources } of sourcesOf.values()) {
    const sorted = [...sources].sort((a, b) => a - b);
    const key = `${category}\n${sorted.join(' ')}`;
    const step = steps.get(key) ?? { category, sources: [...sources], targets: [] };
    step.targets.push(target);
    steps.set(key, step);
  }
  return [...steps.values()];
}
