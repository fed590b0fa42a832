import type { Core, StylesheetJson } from 'cytoscape';
import { DRAWING } from '../texts-drawing';
import { Filling, type Piece } from './fill';
import { BAND_NAME_X, geometryOf, MARGIN, type Drawable, type Geometry } from './geometry';
import { colourReader, TONE_TOKEN } from './paint';
import { ROLE_LOOK, ROLES } from './roles';

/** An exported canvas beyond this many pixels a side stays blank in some browsers. */
const LARGEST = 8_000;
/** Pixels of an exported picture to one of the drawing. */
const EXPORT_SCALE = 2;

/** Where a drawing lies: a box as large as the picture, in what it is scrolled in. */
export interface Place {
  readonly box: HTMLElement;
  readonly scroller: HTMLElement;
}

/** What the page can do with a drawing. */
export interface Drawing {
  /** Draws at a scale, 1 being natural size; the box takes the size that this needs. */
  scale(scale: number): void;
  /** Another picture in place of this one; the box has its size already. */
  show(view: Drawable, scale: number): void;
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
 * Draws a picture with the positions it comes with. Cytoscape is fetched when the first drawing is
 * asked for: it is 140 kB of script and not needed before. Its canvases are as large as what can be
 * seen at once and stay in sight while the box scrolls: as large as the picture, handing them over to
 * the screen took longer than drawing them.
 * @param onDrawn told after the first picture and each later one was painted
 */
export async function draw(
  { box, scroller }: Place,
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
  let chosen: string | undefined;
  resize(box, geometry, scale);
  const pane = document.createElement('div');
  Object.assign(pane.style, { position: 'sticky', insetBlockStart: '0', insetInlineStart: '0' });
  box.append(pane);
  const core = cytoscape({
    container: pane,
    layout: { name: 'preset', fit: false },
    style: styleOf(box),
    autoungrabify: true,
    boxSelectionEnabled: false,
    // The box is as large as the picture and scrolls like the rest of the page.
    userZoomingEnabled: false,
    userPanningEnabled: false,
  });
  const filling = new Filling(core);
  /** Where the picture begins: in the middle of a wider frame, and moved along with it. */
  const pan = () => ({
    x: Math.max(0, (box.clientWidth - geometry.width * shown) / 2) - scroller.scrollLeft,
    y: -scroller.scrollTop,
  });
  /** Makes the canvases as large as what is in sight, and shows the part that is. */
  const look = () => {
    pane.style.width = `${scroller.clientWidth}px`;
    pane.style.height = `${scroller.clientHeight}px`;
    core.resize();
    core.viewport({ zoom: shown, pan: pan() });
  };
  const scrolled = () => core.pan(pan());
  const fill = async () => {
    look();
    if (!(await filling.show(piecesOf(geometry)))) return;
    mark();
    core.one('render', onDrawn);
    // Two equal pictures: there is nothing to paint, and yet it is painted.
    core.forceRender();
  };
  const mark = () => {
    core.nodes('.chosen').removeClass('chosen');
    if (chosen !== undefined) core.getElementById(chosen).addClass('chosen');
  };
  core.on('tap', 'node', (event) => {
    const target: unknown = event.target;
    if (isElement(target)) onChoose(target.id());
  });
  scroller.addEventListener('scroll', scrolled, { passive: true });
  const sizes = new ResizeObserver(look);
  sizes.observe(scroller);
  const stopThemes = onTheme(() => core.style(styleOf(box)));
  void fill();
  return {
    scale: (by) => {
      shown = by;
      resize(box, geometry, by);
      look();
    },
    show: (next, by) => {
      geometry = geometryOf(next);
      shown = by;
      void fill();
    },
    choose: (id) => {
      chosen = id;
      mark();
    },
    png: () => pngOf(core, box),
    stop: () => {
      filling.stop();
      stopThemes();
      sizes.disconnect();
      scroller.removeEventListener('scroll', scrolled);
      core.destroy();
      pane.remove();
    },
  };
}

/** Gives a box the size of the picture at a scale, so that its place is kept before it is drawn. */
export function resize(
  box: HTMLElement,
  size: { readonly width: number; readonly height: number },
  scale: number,
): void {
  box.style.width = `${Math.ceil(size.width * scale)}px`;
  box.style.height = `${Math.ceil(size.height * scale)}px`;
}

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

function piecesOf({ boxes, arrows, bands }: Geometry): readonly Piece[] {
  const grounds = bands.flatMap(({ name, x, y, width, height }) => [
    node({ id: `band ${name}`, w: width, h: height }, 'band', { x, y }),
    node({ id: `name ${name}`, label: DRAWING.layers[name] }, 'bandname', { x: BAND_NAME_X, y }),
  ]);
  const nodes = boxes.map(({ id, role, tone, lines, x, y, width, height }) =>
    node({ id, label: lines.join('\n'), w: width, h: height }, `box ${role} ${tone}`, { x, y }),
  );
  const counts = new Map<string, number>();
  const edges = arrows.map(({ source, target }): Piece => {
    // Named by its ends: numbers of edges begin anew in every picture.
    const ends = `edge ${source} > ${target}`;
    const before = counts.get(ends) ?? 0;
    counts.set(ends, before + 1);
    const id = `${ends} ${before}`;
    return { id, kind: 'edge', signature: id, definition: { data: { id, source, target } } };
  });
  return [...grounds, ...nodes, ...edges];
}

function node(
  data: {
    readonly id: string;
    readonly label?: string;
    readonly w?: number;
    readonly h?: number;
  },
  classes: string,
  position: { readonly x: number; readonly y: number },
): Piece {
  const definition = { data: { ...data }, classes, position: { ...position } };
  return { id: data.id, kind: 'node', signature: JSON.stringify(definition), definition };
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
