import type { OperationView, SubgraphNode } from '../../notebook/service/contract';
import { TEXTS } from '../texts';

export type Role = SubgraphNode['role'];

/** The shape of each role: in the drawing (Cytoscape's names) and in the legend (a 24 × 16 path). */
export const ROLE_LOOK = {
  input: {
    shape: 'round-rectangle',
    path: 'M3 2h18a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H3a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2z',
  },
  operation: { shape: 'hexagon', path: 'M6 1h12l5 7-5 7H6L1 8z' },
  intermediate: { shape: 'cut-rectangle', path: 'M5 2h14l4 4v4l-4 4H5l-4-4V6z' },
  output: { shape: 'tag', path: 'M1 2h17l5 6-5 6H1z' },
  more: { shape: 'ellipse', path: 'M12 2c6 0 11 2.7 11 6s-5 6-11 6S1 11.3 1 8s5-6 11-6z' },
} as const satisfies Record<Role, { readonly shape: string; readonly path: string }>;

/** The roles in reading order. */
export const ROLES: readonly Role[] = ['input', 'operation', 'intermediate', 'output', 'more'];

/** One line of the list beside the drawing: a node with what it is made from and what comes of it. */
export interface ListedNode {
  readonly node: SubgraphNode;
  readonly role: string;
  readonly from: readonly SubgraphNode[];
  readonly to: readonly SubgraphNode[];
}

/** The drawing as a list in reading order: by role, then from left to right and top to bottom. */
export function listOf(view: Pick<OperationView, 'nodes' | 'edges'>): readonly ListedNode[] {
  const byId = new Map(view.nodes.map((node) => [node.id, node]));
  const reach = (ids: readonly string[]): readonly SubgraphNode[] =>
    [...new Set(ids)].map((id) => byId.get(id)).filter((node) => node !== undefined);
  const from = groupBy(view.edges, (edge) => edge.target);
  const to = groupBy(view.edges, (edge) => edge.source);
  return [...view.nodes]
    .sort((a, b) => ROLES.indexOf(a.role) - ROLES.indexOf(b.role) || a.x - b.x || a.y - b.y)
    .map((node) => ({
      node,
      role: TEXTS.graph.roles[node.role],
      from: reach((from.get(node.id) ?? []).map((edge) => edge.source)),
      to: reach((to.get(node.id) ?? []).map((edge) => edge.target)),
    }));
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
