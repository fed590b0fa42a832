import type { Core, EventObject } from 'cytoscape';
import { DRAWING } from '../texts-drawing';
import { Filling, type Piece } from './fill';
import { BAND_NAME_X, geometryOf, MARGIN, type Drawable, type Geometry } from './geometry';
import { colourReader } from './paint';
import { giveBack, takeStage } from './stage';

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
  /**
   * Another picture in place of this one; the box has its size already.
   * @returns whether it is there; false where another one was asked for meanwhile
   */
  show(view: Drawable, scale: number): Promise<boolean>;
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
 * asked for, or ahead of it (`warm.ts`): it is 140 kB of script and not needed before. Its canvases are
 * as large as what can be seen at once and stay in sight while the box scrolls: as large as the picture,
 * handing them over to the screen took longer than drawing them.
 * @param onDrawn told after the first picture and each later one was painted
 */
export async function draw(
  { box, scroller }: Place,
  view: Drawable,
  scale: number,
  onChoose: (id: string) => void,
  onDrawn: () => void = () => undefined,
): Promise<Drawing | undefined> {
  const stage = await takeStage();
  // Another picture may have taken its place while the library was fetched.
  if (!box.isConnected) {
    giveBack(stage);
    return undefined;
  }
  const { core, pane } = stage;
  let geometry = geometryOf(view);
  let shown = scale;
  let chosen: string | undefined;
  let stopped = false;
  resize(box, geometry, scale);
  box.append(pane);
  const filling = new Filling(core);
  /** Where the picture begins: in the middle of a wider frame, and moved along with it. */
  const pan = () => ({
    x: Math.max(0, (box.clientWidth - geometry.width * shown) / 2) - scroller.scrollLeft,
    y: -scroller.scrollTop,
  });
  /** Makes the canvases as large as what is in sight, and shows the part that is. */
  const look = () => {
    stage.size(scroller.clientWidth, scroller.clientHeight);
    core.resize();
    core.viewport({ zoom: shown, pan: pan() });
  };
  const scrolled = () => core.pan(pan());
  const fill = async () => {
    look();
    if (!(await filling.show(piecesOf(geometry)))) return false;
    mark();
    core.one('render', () => {
      if (!stopped) onDrawn();
    });
    // Two equal pictures: there is nothing to paint, and yet it is painted.
    core.forceRender();
    return true;
  };
  const mark = () => {
    core.nodes('.chosen').removeClass('chosen');
    if (chosen !== undefined) core.getElementById(chosen).addClass('chosen');
  };
  const tapped = (event: EventObject) => {
    const target: unknown = event.target;
    if (isElement(target)) onChoose(target.id());
  };
  core.on('tap', 'node', tapped);
  // It may have been moved, with what it lies in, since it was drawn.
  const pressed = () => core.resize();
  box.addEventListener('pointerdown', pressed, { capture: true });
  scroller.addEventListener('scroll', scrolled, { passive: true });
  const sizes = new ResizeObserver(look);
  sizes.observe(scroller);
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
      return fill();
    },
    choose: (id) => {
      chosen = id;
      mark();
    },
    png: () => pngOf(core, box),
    stop: () => {
      stopped = true;
      filling.stop();
      sizes.disconnect();
      scroller.removeEventListener('scroll', scrolled);
      box.removeEventListener('pointerdown', pressed, { capture: true });
      core.off('tap', 'node', tapped);
      giveBack(stage);
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
