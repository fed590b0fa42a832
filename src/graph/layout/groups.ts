import type { EvolutionGraph } from '../evolution-graph';
import type { Box } from './picture';
import { depthsOf, type Arrow } from './place';
import type { Step } from './steps';

/** Variables shown of each group in the coarse drawing. */
export const COARSE = 1;
/** Columns of steps in the coarse drawing. */
const COARSE_COLUMNS = 12;

interface Grouped {
  readonly boxes: readonly Box[];
  readonly arrows: readonly Arrow[];
  readonly hidden: number;
}

/**
 * Boxes and arrows of a drawing in which at most `limit` variables of one class that are read and
 * written by the same steps are shown, besides those to keep; the others share one box.
 * @param isCoarse join steps of one category and about the same depth too, for subgraphs of
 *   thousands of different steps
 */
export function groupVariables(
  graph: EvolutionGraph,
  roles: ReadonlyMap<number, Box['role']>,
  steps: readonly Step[],
  keep: ReadonlySet<number>,
  limit: number,
  isCoarse: boolean,
): Grouped {
  const drawn = isCoarse ? coarseSteps(roles.keys(), steps) : steps;
  const boxes: Box[] = drawn.map(({ category }) => ({
    kind: 'step',
    role: 'step',
    nodes: [],
    category,
  }));
  const boxOf = new Map<number, number>();
  let hidden = 0;
  for (const nodes of groupsOf(graph, roles, drawn)) {
    const shown = shownOf(nodes, keep, limit);
    const rest = nodes.filter((node) => !shown.has(node));
    for (const node of shown) {
      boxOf.set(node, boxes.length);
      const role = roles.get(node) ?? 'intermediate';
      boxes.push({ kind: 'variable', role, nodes: [node], category: graph.category(node) });
    }
    if (rest.length === 0) continue;
    hidden += rest.length;
    for (const node of rest) boxOf.set(node, boxes.length);
    const category = graph.category(rest[0] ?? 0);
    boxes.push({ kind: 'more', role: 'more', nodes: rest, category });
  }
  return { boxes, arrows: arrowsOf(drawn, boxOf), hidden };
}

/** The first `limit` of a group and those to keep. One variable alone never becomes "+1 more". */
function shownOf(
  nodes: readonly number[],
  keep: ReadonlySet<number>,
  limit: number,
): ReadonlySet<number> {
  if (nodes.length <= limit + 1) return new Set(nodes);
  return new Set([...nodes.slice(0, limit), ...nodes.filter((node) => keep.has(node))]);
}

/** Variables that look alike in the drawing, each group in the order of the edges. */
function groupsOf(
  graph: EvolutionGraph,
  roles: ReadonlyMap<number, Box['role']>,
  steps: readonly Step[],
): readonly (readonly number[])[] {
  const readers = new Map<number, number[]>();
  const writers = new Map<number, number[]>();
  steps.forEach((step, s) => {
    for (const node of step.sources) push(readers, node, s);
    for (const node of step.targets) push(writers, node, s);
  });
  const groups = new Map<string, number[]>();
  for (const node of roles.keys()) {
    const reads = readers.get(node) ?? [];
    const writes = writers.get(node) ?? [];
    const place = `${writes.join(' ')}>${reads.join(' ')}`;
    push(groups, `${graph.className(node) ?? ''}\n${graph.category(node)}\n${place}`, node);
  }
  return [...groups.values()];
}

function push<K>(lists: Map<K, number[]>, key: K, value: number): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

/** The arrows variable → step → variable between boxes, each once. */
function arrowsOf(steps: readonly Step[], boxOf: ReadonlyMap<number, number>): readonly Arrow[] {
  const seen = new Set<string>();
  const arrows: Arrow[] = [];
  const add = (source: number | undefined, target: number | undefined): void => {
    if (source === undefined || target === undefined) return;
    const key = `${source} ${target}`;
    if (seen.has(key)) return;
    seen.add(key);
    arrows.push({ source, target });
  };
  steps.forEach((step, s) => {
    for (const node of step.sources) add(boxOf.get(node), s);
    for (const node of step.targets) add(s, boxOf.get(node));
  });
  return arrows;
}

/**
 * Joins steps of the same category whose depths fall into the same twelfth of the whole depth. A
 * variable leads from the last step that writes it to the first one after that which reads it.
 */
function coarseSteps(nodes: Iterable<number>, steps: readonly Step[]): readonly Step[] {
  const nodeBox = new Map<number, number>();
  for (const node of nodes) nodeBox.set(node, steps.length + nodeBox.size);
  const depth = depthsOf(steps.length + nodeBox.size, arrowsOf(steps, nodeBox));
  const deepest = depth.reduce((a, b) => Math.max(a, b), 1);
  const bucketOf = (step: number): number =>
    Math.floor(((depth[step] ?? 0) * COARSE_COLUMNS) / (deepest + 1));
  const joined = new Map<string, { readonly bucket: number; readonly members: Step[] }>();
  steps.forEach((step, s) => {
    const key = `${bucketOf(s)} ${step.category}`;
    const entry = joined.get(key) ?? { bucket: bucketOf(s), members: [] };
    entry.members.push(step);
    joined.set(key, entry);
  });
  const ordered = [...joined.values()].sort((a, b) => a.bucket - b.bucket);
  const lastWriter = new Map<number, number>();
  ordered.forEach(({ members }, s) => {
    for (const step of members) for (const node of step.targets) lastWriter.set(node, s);
  });
  const firstReader = new Map<number, number>();
  ordered.forEach(({ members }, s) => {
    for (const step of members)
      for (const node of step.sources)
        if (!firstReader.has(node) && s > (lastWriter.get(node) ?? -1)) firstReader.set(node, s);
  });
  return ordered.map(({ members }, s) => ({
    category: members[0]?.category ?? '',
    sources: distinct(members.flatMap((m) => m.sources)).filter((n) => firstReader.get(n) === s),
    targets: distinct(members.flatMap((m) => m.targets)).filter((n) => lastWriter.get(n) === s),
  }));
}

const distinct = (nodes: readonly number[]): readonly number[] => [...new Set(nodes)];
