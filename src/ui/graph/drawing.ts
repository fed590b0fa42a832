import type { ElementDefinition, StylesheetJson } from 'cytoscape';
import type { OperationView } from '../../notebook/service/contract';
import { oneLine } from '../base/format';
import { ROLE_LOOK, ROLES } from './roles';

/**
 * The positions come 180 apart; wider, so that arrows have 34 pixels between a box and the hexagon,
 * and no more, so that the three columns of most operations fit beside the proof (516 pixels).
 */
const STRETCH = 1.25;
const BOX = { width: 170, height: 42 };
/** A hexagon loses room at both ends. */
const OPERATION_WIDTH = 212;
const MARGIN = 12;
/** A canvas beyond this many pixels a side stays blank in some browsers. */
const LARGEST = 8_000;

/** What the page can do with a drawing. */
export interface Drawing {
  /** Draws at a scale, 1 being natural size; the box takes the size that this needs. */
  scale(scale: number): void;
  stop(): void;
}

/** Width and height of a picture at natural size, in pixels. */
export function sizeOf(view: Pick<OperationView, 'nodes'>): { width: number; height: number } {
  const span = (values: readonly number[]) =>
    values.length === 0 ? 0 : values.reduce(most) - values.reduce(least);
  return {
    width: span(view.nodes.map((node) => node.x)) * STRETCH + OPERATION_WIDTH + 2 * MARGIN,
    height: span(view.nodes.map((node) => node.y)) + BOX.height + 2 * MARGIN,
  };
}

const most = (a: number, b: number) => Math.max(a, b);
const least = (a: number, b: number) => Math.min(a, b);

/**
 * Draws an operation subgraph into `box` with the positions it comes with. Cytoscape is fetched when
 * the first drawing is asked for: it is 140 kB of script and not needed before.
 */
export async function draw(
  box: HTMLElement,
  view: OperationView,
  scale: number,
  onChoose: (id: string) => void,
): Promise<Drawing> {
  const { default: cytoscape } = await import('cytoscape');
  // Another case may have taken its place while the library was fetched.
  if (!box.isConnected) return { scale: () => undefined, stop: () => undefined };
  const core = cytoscape({
    container: box,
    elements: elementsOf(view),
    layout: { name: 'preset', fit: false },
    style: styleOf(box),
    autoungrabify: true,
    boxSelectionEnabled: false,
    // The box is as large as the picture and scrolls like the rest of the page.
    userZoomingEnabled: false,
    userPanningEnabled: false,
  });
  const show = (by: number) => {
    resize(box, view, by);
    core.resize();
    core.fit(undefined, MARGIN * by);
  };
  show(scale);
  core.on('tap', 'node', (event) => {
    const target: unknown = event.target;
    if (isElement(target)) onChoose(target.id());
  });
  const recolour = () => core.style(styleOf(box));
  const themes = new MutationObserver(recolour);
  themes.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  const system = window.matchMedia('(prefers-color-scheme: dark)');
  system.addEventListener('change', recolour);
  return {
    scale: show,
    stop: () => {
      themes.disconnect();
      system.removeEventListener('change', recolour);
      core.destroy();
    },
  };
}

/** Gives a box the size of the picture at a scale, so that its place is kept before it is drawn. */
export function resize(box: HTMLElement, view: OperationView, scale: number): void {
  const { width, height } = sizeOf(view);
  const by = Math.min(scale, LARGEST / width, LARGEST / height);
  box.style.width = `${Math.ceil(width * by)}px`;
  box.style.height = `${Math.ceil(height * by)}px`;
}

const isElement = (value: unknown): value is { id(): string } =>
  typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'function';

function elementsOf(view: OperationView): ElementDefinition[] {
  const nodes = view.nodes.map((node) => ({
    data: { id: node.id, label: labelOf(node.label, node.preview || node.detail) },
    classes: node.role,
    position: { x: node.x * STRETCH, y: node.y },
  }));
  const edges = view.edges.map(({ id, source, target }) => ({
    data: { id: `edge ${id}`, source, target },
  }));
  return [...nodes, ...edges];
}

const labelOf = (name: string, text: string) =>
  name === text ? oneLine(name, 24) : `${oneLine(name, 24)}\n${oneLine(text, 24)}`;

function styleOf(box: HTMLElement): StylesheetJson {
  const colour = (token: string) => resolveColour(box, token);
  return [
    {
      selector: 'node',
      style: {
        label: 'data(label)',
        ...BOX,
        'background-color': colour('--sheet'),
        'border-color': colour('--edge'),
        'border-width': 1.5,
        color: colour('--ink'),
        'font-family': getComputedStyle(box).fontFamily,
        'font-size': 11.5,
        'line-height': 1.2,
        'text-wrap': 'wrap',
        'text-max-width': `${BOX.width}px`,
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
        width: OPERATION_WIDTH,
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
