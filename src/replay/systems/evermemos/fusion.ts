import type { EpisodeUnit, Ranked } from './ranked-list';

/**
 * Reciprocal rank fusion: each list gives 1 / (constant + rank), ranks from 1. Ties keep the order in
 * which the units were first met.
 */
export function fuse(lists: readonly (readonly Ranked[])[], constant: number): readonly Ranked[] {
  const scores = new Map<EpisodeUnit, number>();
  for (const list of lists)
    list.forEach(({ unit }, i) =>
      scores.set(unit, (scores.get(unit) ?? 0) + 1 / (constant + i + 1)),
    );
  return [...scores].map(([unit, score]) => ({ unit, score })).sort((a, b) => b.score - a.score);
}

/** The first list, then what only the second has. */
export function combine(
  first: readonly Ranked[],
  second: readonly Ranked[],
  limit: number,
): readonly Ranked[] {
  const known = new Set(first.map(({ unit }) => unit));
  return [...first, ...second.filter(({ unit }) => !known.has(unit))].slice(0, limit);
}
