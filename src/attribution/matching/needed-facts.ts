import type { Fact } from './fact';

/**
 * The facts that an answer needs: taken by what they supply of the gold answer, largest first, each
 * only if it adds a word of it that no taken fact has. All facts when none supplies anything, since
 * then the answer is inferred. The order of the facts is kept.
 */
export function neededFacts(facts: readonly Fact[]): readonly Fact[] {
  const taken = new Set<Fact>();
  const covered = new Set<string>();
  for (const fact of [...facts].sort((a, b) => b.supplies - a.supplies)) {
    if (fact.golds.every((term) => covered.has(term))) continue;
    taken.add(fact);
    for (const term of fact.golds) covered.add(term);
  }
  return taken.size === 0 ? facts : facts.filter((fact) => taken.has(fact));
}
