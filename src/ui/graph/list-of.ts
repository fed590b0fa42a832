import type { DrawnNode } from '../../notebook/explorer/drawing-contract';
import type { SubgraphNode } from '../../notebook/service/contract';
import { NAMES, TEXTS } from '../texts';
import { DRAWING } from '../texts-drawing';
import type { Drawable } from './geometry';
import { ROLES } from './roles';

/** One line of the list beside a drawing: a box with what leads to it and what it leads to. */
export interface ListedNode {
  readonly node: SubgraphNode &
    Partial<Pick<DrawnNode, 'marks' | 'nodeId' | 'opId' | 'expansions'>>;
  readonly role: string;
  /** What the verdict says of it, in words. */
  readonly remarks: readonly string[];
  readonly from: readonly SubgraphNode[];
  readonly to: readonly SubgraphNode[];
}

/**
 * The drawing as a list in reading order: in time where it is laid out by time, else by role and then
 * from left to right and top to bottom.
 */
export function listOf(view: Drawable): readonly ListedNode[] {
  const byId = new Map(view.nodes.map((node) => [node.id, node]));
  const reach = (ids: readonly string[]): readonly SubgraphNode[] =>
    [...new Set(ids)].map((id) => byId.get(id)).filter((node) => node !== undefined);
  const from = groupBy(view.edges, (edge) => edge.target);
  const to = groupBy(view.edges, (edge) => edge.source);
  const byRole = (node: SubgraphNode): number => (view.bands ? 0 : ROLES.indexOf(node.role));
  return [...view.nodes]
    .sort((a, b) => byRole(a) - byRole(b) || a.x - b.x || a.y - b.y)
    .map((node) => ({
      node,
      role: TEXTS.graph.roles[node.role],
      remarks: remarksOf(node),
      from: reach((from.get(node.id) ?? []).map((edge) => edge.source)),
      to: reach((to.get(node.id) ?? []).map((edge) => edge.target)),
    }));
}

function remarksOf({ marks }: Drawable['nodes'][number]): readonly string[] {
  if (marks === undefined) return [];
  return [
    ...(marks.evidence ? [DRAWING.evidence] : []),
    ...(marks.decisive ? [DRAWING.decisive] : []),
    ...(marks.station
      ? [`${NAMES.stage[marks.station.stage]}: ${NAMES.status[marks.station.status]}`]
      : []),
    ...(marks.quoted ? [DRAWING.quoted] : []),
  ];
}

function groupBy<T>(list: readonly T[], keyOf: (item: T) => string): ReadonlyMap<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of list) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}
