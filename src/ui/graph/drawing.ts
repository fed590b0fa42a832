import type { Core, ElementDefinition, StylesheetJson } from 'cytoscape';
import type { OperationView } from '../../notebook/service/contract';
import { oneLine } from '../base/format';
import { ROLE_LOOK, ROLES } from './roles';

/** What the drawing tells the page. */
export interface Drawing {
  fit(): void;
  stop(): void;
}

/**
 * Draws an operation subgraph into `box` with the positions it comes with. Cytoscape is fetched when
 * the first drawing is asked for: it is 141 kB of the page's script and not needed before.
 */
export async function draw(
  box: HTMLElement,
  view: OperationView,
  onChoose: (id: string) => void,
): Promise<Drawing> {
  const { default: cytoscape } = await import('cytoscape');
  const core = cytoscape({
    container: box,
    elements: elementsOf(view),
    layout: { name: 'preset', padding: 12 },
    style: styleOf(box),
    autoungrabify: true,
    boxSelectionEnabled: false,
    // The wheel scrolls the page; on a phone a finger does.
    userZoomingEnabled: false,
    userPanningEnabled: window.matchMedia('(pointer: fine)').matches,
    minZoom: 0.1,
    maxZoom: 1.25,
  });
  core.on('tap', 'node', (event) => {
    const target: unknown = event.target;
    const id = isElement(target) ? target.id() : undefined;
    if (id !== undefined) onChoose(id);
  });
  const recolour = () => core.style(styleOf(box));
  const themes = new MutationObserver(recolour);
  themes.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  const system = window.matchMedia('(prefers-color-scheme: dark)');
  system.addEventListener('change', recolour);
  return {
    fit: () => fit(core),
    stop: () => {
      themes.disconnect();
      system.removeEventListener('change', recolour);
      core.destroy();
    },
  };
}

const fit = (core: Core) => core.fit(undefined, 12);

const isElement = (value: unknown): value is { id(): string } =>
  typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'function';

function elementsOf(view: OperationView): ElementDefinition[] {
  const nodes = view.nodes.map((node) => ({
    data: {
      id: node.id,
      label: `${oneLine(node.label, 30)}\n${oneLine(node.preview || node.detail, 34)}`,
    },
    classes: node.role,
    position: { x: node.x, y: node.y },
  }));
  const edges = view.edges.map(({ id, source, target }) => ({
    data: { id: `edge ${id}`, source, target },
  }));
  return [...nodes, ...edges];
}

function styleOf(box: HTMLElement): StylesheetJson {
  const colour = (token: string) => resolveColour(box, token);
  return [
    {
      selector: 'node',
      style: {
        label: 'data(label)',
        width: 190,
        height: 46,
        'background-color': colour('--sheet'),
        'border-color': colour('--edge'),
        'border-width': 1.5,
        color: colour('--ink'),
        'font-family': getComputedStyle(box).fontFamily,
        'font-size': 12,
        'text-wrap': 'wrap',
        'text-max-width': '180px',
        'text-valign': 'center',
        'text-halign': 'center',
      },
    },
    ...ROLES.map((role) => ({
      selector: `node.${role}`,
      style: { shape: ROLE_LOOK[role].shape },
    })),
    {
      selector: 'node.operation',
      style: {
        'background-color': colour('--accent-wash'),
        'border-color': colour('--accent'),
        'border-width': 2,
      },
    },
    {
      selector: 'edge',
      style: {
        width: 1.5,
        'line-color': colour('--edge'),
        'target-arrow-color': colour('--edge'),
        'target-arrow-shape': 'triangle',
        'curve-style': 'bezier',
      },
    },
  ];
}

/** A token as a plain colour: a canvas does not know `light-dark()` or `var()`. */
function resolveColour(box: HTMLElement, token: string): string {
  const probe = document.createElement('span');
  probe.style.color = `var(${token})`;
  box.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
