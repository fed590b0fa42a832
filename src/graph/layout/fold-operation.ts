import type { EvolutionGraph } from '../evolution-graph';

/** One box of an operation: what it reads and what it writes, of the variables that are shown. */
export interface FoldedStep {
  readonly op: number;
  readonly sources: readonly number[];
  readonly targets: readonly number[];
}

/** Variables looked at on the way from one shown variable to the next. */
const MOST_STEPS = 2_000;

/**
 * An operation as few boxes between the variables that are shown: what lies between them inside the
 * operation is folded away. There are several boxes when the operation reads again what it wrote, as
 * the answer does with its context; they come in the order in which they work.
 */
export function foldOperation(
  graph: EvolutionGraph,
  op: number,
  shown: ReadonlySet<number>,
): readonly FoldedStep[] {
  const next = new Map<number, number[]>();
  for (const edge of graph.edgesOf(op)) {
    const targets = next.get(graph.source(edge));
    if (targets === undefined) next.set(graph.source(edge), [graph.target(edge)]);
    else targets.push(graph.target(edge));
  }
  const reached = new Map<number, readonly number[]>();
  for (const node of next.keys()) if (shown.has(node)) reached.set(node, reach(next, shown, node));
  const level = levelsOf(reached);
  const steps: { op: number; sources: number[]; targets: number[] }[] = [];
  const stepAt = (at: number) => (steps[at] ??= { op, sources: [], targets: [] });
  for (const [node, targets] of reached) {
    const at = targets.map((target) => (level.get(target) ?? 1) - 1);
    // What the operation wrote itself and only read on for itself joins nothing that is shown.
    if (at.length === 0 && (level.get(node) ?? 0) > 0) continue;
    stepAt(at.length === 0 ? 0 : Math.min(...at)).sources.push(node);
  }
  for (const edge of graph.edgesOf(op)) {
    const node = graph.target(edge);
    if (!shown.has(node)) continue;
    const { targets } = stepAt(Math.max(0, (level.get(node) ?? 1) - 1));
    if (!targets.includes(node)) targets.push(node);
  }
  // A level at which nothing happens leaves a hole.
  return Object.values(steps);
}

/** The shown variables that a shown one leads to inside the operation, past others only. */
function reach(
  next: ReadonlyMap<number, readonly number[]>,
  shown: ReadonlySet<number>,
  from: number,
): readonly number[] {
  const found: number[] = [];
  const seen = new Set([from]);
  const waiting = [from];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop())
    for (const target of next.get(node) ?? []) {
      if (seen.has(target)) continue;
      seen.add(target);
      if (shown.has(target)) found.push(target);
      else if (seen.size < MOST_STEPS) waiting.push(target);
    }
  return found;
}

/** How many shown variables lie before each on the longest way; a cycle is cut where it closes. */
function levelsOf(reached: ReadonlyMap<number, readonly number[]>): ReadonlyMap<number, number> {
  const level = new Map<number, number>();
  for (const node of reached.keys()) level.set(node, 0);
  // As many rounds as there are variables settle every way; a cycle would never settle.
  let isOpen = true;
  for (let round = 0; isOpen && round < reached.size; round++) {
    isOpen = false;
    for (const [node, targets] of reached)
      for (const target of targets) {
        const after = (level.get(node) ?? 0) + 1;
        if (after <= (level.get(target) ?? 0) || after > reached.size) continue;
        level.set(target, after);
        isOpen = true;
      }
  }
  return level;
}
