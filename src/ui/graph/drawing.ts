import type { Core, ElementDefinition, StylesheetJson } from 'cytoscape';
import { DRAWING } from '../texts-drawing';
import { BAND_NAME_X, geometryOf, MARGIN, type Drawable, type Geometry } from './geometry';
import { colourReader, TONE_TOKEN } from './paint';
import { ROLE_LOOK, ROLES } from './roles';

/** A canvas beyond this many pixels a side stays blank in some browsers. */
const LARGEST = 8_000;
/** Pixels of an exported picture to one of the drawing. */
const EXPORT_SCALE = 2;

/** What the page can do with a drawing. */
export interface Drawing {
  /** Draws at a scale, 1 being natural size; the box takes the size that this needs. */
  scale(scale: number): void;
  /** Another picture in place of this one. */
  show(view: Drawable): void;
  /** Sets one box off from the others. */
  choose(id: string | undefined): void;
  /** The whole picture as a PNG. */
  png(): Blob;
  stop(): void;
}

/** Width and height of a picture at natural size, in pixels. */
export const sizeOf = (view: Drawable): { readonly width: number; readonly height: number } =>
  geometryOf(view);

/**
 * Draws a picture into `box` with the positions it comes with. Cytoscape is fetched when the first
 * drawing is asked for: it is 140 kB of script and not needed before.
 * @param onDrawn told after the first picture and each later one was painted
 */
export async function draw(
  box: HTMLElement,
  view: Drawable,
  scale: number,
  onChoose: (id: string) => void,
  onDrawn: () => void = () => undefined,
): Promise<Drawing | undefined> {
  const { default: cytoscape } = await import('cytoscape');
  // Another picture may have taken its place while the library was fetched.
  if (!box.isConnected) return undefined;
  let geometry = geometryOf(view);
  let shown = scale;
  resize(box, geometry, scale);
  const core = cytoscape({
    container: box,
    elements: elementsOf(geometry),
    layout: { name: 'preset', fit: false },
    style: styleOf(box),
    autoungrabify: true,
    boxSelectionEnabled: false,
    // The box is as large as the picture and scrolls like the rest of the page.
    userZoomingEnabled: false,
    userPanningEnabled: false,
    zoom: fitted(geometry, scale),
    pan: { x: 0, y: 0 },
  });
  const paint = () => {
    resize(box, geometry, shown);
    core.resize();
    core.viewport({ zoom: fitted(geometry, shown), pan: { x: 0, y: 0 } });
  };
  core.one('render', onDrawn);
  core.on('tap', 'node', (event) => {
    const target: unknown = event.target;
    if (isElement(target)) onChoose(target.id());
  });
  const stopThemes = onTheme(() => core.style(styleOf(box)));
  return {
    scale: (by) => {
      shown = by;
      paint();
    },
    show: (next) => {
      geometry = geometryOf(next);
      core.batch(() => {
        core.elements().remove();
        core.add(elementsOf(geometry));
      });
      paint();
      core.one('render', onDrawn);
    },
    choose: (id) => {
      core.nodes('.chosen').removeClass('chosen');
      if (id !== undefined) core.getElementById(id).addClass('chosen');
    },
    png: () => pngOf(core, box),
    stop: () => {
      stopThemes();
      core.destroy();
    },
  };
}

/** Gives a box the size of the picture at a scale, so that its place is kept before it is drawn. */
export function resize(
  box: HTMLElement,
  size: { readonly width: number; readonly height: number },
  scale: number,
): void {
  const by = fitted(size, scale);
  box.style.width = `${Math.ceil(size.width * by)}px`;
  box.style.height = `${Math.ceil(size.height * by)}px`;
}

const fitted = (
  { width, height }: { readonly width: number; readonly height: number },
  scale: number,
): number => Math.min(scale, LARGEST / width, LARGEST / height);

function pngOf(core: Core, box: HTMLElement): Blob {
  const { w, h } = core.elements().boundingBox();
  const scale = Math.min(EXPORT_SCALE, LARGEST / (w + 2 * MARGIN), LARGEST / (h + 2 * MARGIN));
  return core.png({ output: 'blob', full: true, scale, bg: colourReader(box)('--sheet') });
}

/** Calls back when the colours change; returns what stops it. */
function onTheme(changed: () => void): () => void {
  const themes = new MutationObserver(changed);
  themes.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  const system = window.matchMedia('(prefers-color-scheme: dark)');
  system.addEventListener('change', changed);
  return () => {
    themes.disconnect();
    system.removeEventListener('change', changed);
  };
}

const isElement = (value: unknown): value is { id(): string } =>
  typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'function';

function elementsOf({ boxes, arrows, bands }: Geometry): ElementDefinition[] {
  const grounds = bands.flatMap(({ name, x, y, width, height }) => [
    { data: { id: `band ${name}`, w: width, h: height }, classes: 'band', position: { x, y } },
    {
      data: { id: `name ${name}`, label: DRAWING.layers[name] },
      classes: 'bandname',
      position: { x: BAND_NAME_X, y },
    },
  ]);
  const nodes = boxes.map(({ id, role, tone, lines, x, y, width, height }) => ({
    data: { id, label: lines.join('\n'), w: width, h: height },
    classes: `box ${role} ${tone}`,
    position: { x, y },
  }));
  const edges = arrows.map(({ id, source, target }) => ({
    data: { id: `edge ${id}`, source, target },
  }));
  return [...grounds, ...nodes, ...edges];
}

function styleOf(box: HTMLElement): StylesheetJson {
  const colour = colourReader(box);
  return [
    {
      selector: 'node.box',
      style: {
        label: 'data(label)',
        width: 'data(w)',
        height: 'data(h)',
        'background-color': colour('--sheet'),
        'border-width': 1.5,
        color: colour('--ink'),
        'font-family': getComputedStyle(box).fontFamily,
        'font-size': 11,
        'line-height': 1.2,
        'text-wrap': 'wrap',
        'text-max-width': '188px',
        'text-valign': 'center',
        'text-halign': 'center',
      },
    },
    ...ROLES.map((role) => ({
      selector: `node.${role}`,
      style: { shape: ROLE_LOOK[role].shape, 'border-color': colour(ROLE_LOOK[role].stroke) },
    })),
    { selector: 'node.operation', style: { 'background-color': colour('--accent-wash') } },
    ...(['held', 'partly', 'lost'] as const).map((tone) => ({
      selector: `node.${tone}`,
      style: { 'border-color': colour(TONE_TOKEN[tone]), 'border-width': 2.5 },
    })),
    {
      selector: 'node.decisive',
      style: {
        'border-color': colour(TONE_TOKEN.decisive),
        'border-width': 4,
        'font-weight': 'bold' as const,
      },
    },
    {
      selector: 'node.band',
      style: {
        width: 'data(w)',
        height: 'data(h)',
        shape: 'rectangle',
        'background-color': colour('--sunken'),
        'border-width': 0,
        events: 'no' as const,
        'z-index-compare': 'manual' as const,
        'z-index': 0,
      },
    },
    {
      selector: 'node.bandname',
      style: {
        label: 'data(label)',
        width: 1,
        height: 1,
        'background-opacity': 0,
        color: colour('--ink-2'),
        'font-family': getComputedStyle(box).fontFamily,
        'font-size': 12,
        'text-valign': 'center',
        'text-halign': 'right',
        events: 'no' as const,
        'z-index-compare': 'manual' as const,
        'z-index': 1,
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
        'z-index-compare': 'manual' as const,
        'z-index': 2,
      },
    },
    {
      selector: 'node.box',
      style: { 'z-index-compare': 'manual' as const, 'z-index': 3 },
    },
    {
      selector: 'node.chosen',
      style: {
        'underlay-color': colour('--accent'),
        'underlay-opacity': 0.35,
        'underlay-padding': 5,
      },
    },
  ];
}
