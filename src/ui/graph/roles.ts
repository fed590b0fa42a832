import type { SubgraphNode } from '../../notebook/service/contract';
import { outline, type ShapeName } from './outline';

export type Role = SubgraphNode['role'];

/** How a role looks: Cytoscape's name of its shape, and the token of its border. */
interface RoleLook {
  readonly shape: ShapeName;
  readonly stroke: `--${string}`;
}

/** The shape and hue of each role; the word stands in the legend and in the list. */
export const ROLE_LOOK = {
  message: { shape: 'round-rectangle', stroke: '--ink-2' },
  input: { shape: 'round-rectangle', stroke: '--edge' },
  operation: { shape: 'hexagon', stroke: '--accent' },
  working: { shape: 'cut-rectangle', stroke: '--extraction' },
  intermediate: { shape: 'cut-rectangle', stroke: '--edge' },
  memory: { shape: 'barrel', stroke: '--update' },
  question: { shape: 'tag', stroke: '--retrieval' },
  output: { shape: 'tag', stroke: '--edge' },
  context: { shape: 'rectangle', stroke: '--response' },
  answer: { shape: 'octagon', stroke: '--data' },
  prompt: { shape: 'concave-hexagon', stroke: '--edge' },
  more: { shape: 'ellipse', stroke: '--edge' },
} as const satisfies Record<Role, RoleLook>;

/** The roles in reading order. */
export const ROLES: readonly Role[] = [
  'message',
  'input',
  'operation',
  'prompt',
  'working',
  'intermediate',
  'memory',
  'question',
  'output',
  'context',
  'answer',
  'more',
];

/** The shape of a role for a legend of 24 × 16. */
export const legendPath = (role: Role): string =>
  outline(ROLE_LOOK[role].shape, { x: 12, y: 8, width: 22, height: 13 });
