import { columnsOf, type Arrow, type Place } from './place';

/** A box to be placed: the layer it belongs to and its size in pixels. */
export interface LayerBox {
  readonly layer: number;
  readonly width: number;
  readonly height: number;
}

/** The stretch of the drawing that one layer takes, from `top` to `bottom`. */
export interface Band {
  readonly layer: number;
  readonly top: number;
  readonly bottom: number;
}

/** Middles of boxes in time × layer, and the bands they lie in. */
export interface LayeredPlaces {
  readonly places: readonly Place[];
  readonly bands: readonly Band[];
}

/** Distance of neighbouring columns: less than a box is wide, as neighbours mostly lie in different layers. */
const PITCH = 98;
const GAP_X = 20;
const GAP_Y = 14;
const BAND_GAP = 30;

/**
 * Places boxes so that time runs to the right and every layer has a band of its own. Every arrow goes
 * right and later boxes of `inTime` stand right of earlier ones (cycles excepted); no two boxes
 * overlap; the same input gives the same places.
 * @param inTime boxes whose order in time is known, the earliest first
 */
export function placeInLayers(
  boxes: readonly LayerBox[],
  arrows: readonly Arrow[],
  inTime: readonly number[],
): LayeredPlaces {
  const order = inTime.slice(1).map((target, i): Arrow => ({ source: inTime[i] ?? 0, target }));
  const columns = columnsOf(boxes.length, [...arrows, ...order]);
  const middles = Array.from(columns, (column) => column * PITCH);
  const layers = [...new Set(boxes.map(({ layer }) => layer))].sort((a, b) => a - b);
  const tops = new Float64Array(boxes.length);
  const bands: Band[] = [];
  let top = 0;
  for (const layer of layers) {
    const members = boxes.flatMap((box, i) => (box.layer === layer ? [i] : []));
    members.sort((a, b) => (columns[a] ?? 0) - (columns[b] ?? 0) || a - b);
    const height = Math.max(...members.map((i) => boxes[i]?.height ?? 0));
    const rows: number[] = [];
    for (const i of members) {
      const half = (boxes[i]?.width ?? 0) / 2;
      const left = (middles[i] ?? 0) - half;
      const free = rows.findIndex((right) => right + GAP_X <= left);
      const row = free < 0 ? rows.length : free;
      rows[row] = left + 2 * half;
      tops[i] = top + row * (height + GAP_Y) + height / 2;
    }
    const bottom = top + rows.length * (height + GAP_Y) - GAP_Y;
    bands.push({ layer, top, bottom });
    top = bottom + BAND_GAP;
  }
  return { places: middles.map((x, i) => ({ x, y: tops[i] ?? 0 })), bands };
}
