/** A box by its middle and size. */
export interface Frame {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The shapes in use, by Cytoscape's names. */
export type ShapeName =
  | 'round-rectangle'
  | 'rectangle'
  | 'cut-rectangle'
  | 'hexagon'
  | 'concave-hexagon'
  | 'octagon'
  | 'barrel'
  | 'tag'
  | 'ellipse';

type Point = readonly [x: number, y: number];

/** Corners in a square from -1 to 1, for shapes without curves; as Cytoscape draws them. */
const POLYGONS: Partial<Record<ShapeName, readonly Point[]>> = {
  rectangle: [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ],
  hexagon: [
    [-0.5, -1],
    [0.5, -1],
    [1, 0],
    [0.5, 1],
    [-0.5, 1],
    [-1, 0],
  ],
  'concave-hexagon': [
    [-1, -0.95],
    [-0.75, 0],
    [-1, 0.95],
    [1, 0.95],
    [0.75, 0],
    [1, -0.95],
  ],
  octagon: [
    [-0.41, -1],
    [0.41, -1],
    [1, -0.41],
    [1, 0.41],
    [0.41, 1],
    [-0.41, 1],
    [-1, 0.41],
    [-1, -0.41],
  ],
  tag: [
    [-1, -1],
    [0.6, -1],
    [1, 0],
    [0.6, 1],
    [-1, 1],
  ],
};

const CORNER = 8;

/** The outline of a shape as SVG path data. */
export function outline(shape: ShapeName, { x, y, width, height }: Frame): string {
  const [left, right] = [x - width / 2, x + width / 2];
  const [top, bottom] = [y - height / 2, y + height / 2];
  const corner = Math.min(CORNER, height / 4);
  const points = POLYGONS[shape]?.map(([px, py]): Point => [
    x + (px * width) / 2,
    y + (py * height) / 2,
  ]);
  if (points) return polygon(points);
  if (shape === 'cut-rectangle')
    return polygon([
      [left + corner, top],
      [right - corner, top],
      [right, top + corner],
      [right, bottom - corner],
      [right - corner, bottom],
      [left + corner, bottom],
      [left, bottom - corner],
      [left, top + corner],
    ]);
  if (shape === 'ellipse')
    return `M${n(left)} ${n(y)}A${n(width / 2)} ${n(height / 2)} 0 1 1 ${n(right)} ${n(y)}A${n(width / 2)} ${n(height / 2)} 0 1 1 ${n(left)} ${n(y)}Z`;
  const bulge = shape === 'barrel' ? height * 0.12 : 0;
  if (bulge > 0)
    return `M${n(left)} ${n(top + bulge)}Q${n(x)} ${n(top - bulge)} ${n(right)} ${n(top + bulge)}V${n(bottom - bulge)}Q${n(x)} ${n(bottom + bulge)} ${n(left)} ${n(bottom - bulge)}Z`;
  return `M${n(left + corner)} ${n(top)}H${n(right - corner)}Q${n(right)} ${n(top)} ${n(right)} ${n(top + corner)}V${n(bottom - corner)}Q${n(right)} ${n(bottom)} ${n(right - corner)} ${n(bottom)}H${n(left + corner)}Q${n(left)} ${n(bottom)} ${n(left)} ${n(bottom - corner)}V${n(top + corner)}Q${n(left)} ${n(top)} ${n(left + corner)} ${n(top)}Z`;
}

const polygon = (points: readonly Point[]): string =>
  `M${points.map(([x, y]) => `${n(x)} ${n(y)}`).join('L')}Z`;

/** At most two decimals. */
const n = (value: number): string => String(Math.round(value * 100) / 100);
