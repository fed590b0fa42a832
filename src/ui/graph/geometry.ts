import type { BoxMarks, DrawnBand, LayerName } from '../../notebook/explorer/drawing-contract';
import type { SubgraphEdge, SubgraphNode } from '../../notebook/service/contract';
import { oneLine } from '../base/format';
import { DRAWING } from '../texts-drawing';
import type { Frame } from './outline';
import type { Role } from './roles';

/** What can be drawn: an operation subgraph, or a drawing that comes with marks and bands. */
export interface Drawable {
  readonly nodes: readonly (SubgraphNode & { readonly marks?: BoxMarks })[];
  readonly edges: readonly SubgraphEdge[];
  readonly bands?: readonly DrawnBand[];
}

/** A box as it is drawn. */
export interface DrawnBox extends Frame {
  readonly id: string;
  readonly role: Role;
  readonly lines: readonly string[];
  readonly tone: Tone;
}

/** How a box stands out: the decisive operation, what became of the information, evidence. */
export type Tone = 'plain' | 'decisive' | 'held' | 'partly' | 'lost';

/** A drawing with every size and place in pixels at natural size, from 0, 0 on. */
export interface Geometry {
  readonly width: number;
  readonly height: number;
  readonly boxes: readonly DrawnBox[];
  readonly arrows: readonly SubgraphEdge[];
  readonly bands: readonly (Frame & { readonly name: LayerName })[];
}

const BOX = { width: 158, height: 42 };
/** A hexagon loses room at both ends. */
const OPERATION = { width: 200, height: 42 };
/** Operation subgraphs come in columns of 180: a little wider, so that an arrow fits between. */
const STRETCH = 1.15;
export const MARGIN = 12;
/** Room for the name of a band. */
const BAND_HEAD = 96;
const BAND_PAD = 10;
/** Where the names of bands begin. */
export const BAND_NAME_X = MARGIN + 6;

/** Letters that fit into a line of a box; shapes that narrow have room for fewer. */
const longestLine = (role: Role): number =>
  role === 'operation' ? 25 : role === 'question' || role === 'output' ? 20 : 22;

/** Sizes and places of everything in a drawing. The same input gives the same picture. */
export function geometryOf(view: Drawable): Geometry {
  const stretch = view.bands ? 1 : STRETCH;
  const sized = view.nodes.map((node) => ({
    node,
    ...(node.role === 'operation' ? OPERATION : BOX),
    x: node.x * stretch,
    y: node.y,
  }));
  const hasBands = (view.bands?.length ?? 0) > 0;
  const left =
    extreme(sized, ({ x, width }) => x - width / 2, Math.min) - (hasBands ? BAND_HEAD : 0);
  const right = extreme(sized, ({ x, width }) => x + width / 2, Math.max);
  const pad = hasBands ? BAND_PAD : 0;
  const top = extreme(sized, ({ y, height }) => y - height / 2, Math.min) - pad;
  const bottom = extreme(sized, ({ y, height }) => y + height / 2, Math.max) + pad;
  const [dx, dy] = [MARGIN - left, MARGIN - top];
  const width = right - left + 2 * MARGIN;
  return {
    width,
    height: bottom - top + 2 * MARGIN,
    boxes: sized.map(({ node, x, y, ...size }) => ({
      ...size,
      id: node.id,
      role: node.role,
      x: x + dx,
      y: y + dy,
      lines: linesOf(node),
      tone: toneOf(node.marks),
    })),
    arrows: view.edges,
    bands: (view.bands ?? []).map((band) => ({
      name: band.name,
      x: width / 2,
      y: (band.top + band.bottom) / 2 + dy,
      width: width - 2,
      height: band.bottom - band.top + 2 * BAND_PAD,
    })),
  };
}

const extreme = <T>(
  list: readonly T[],
  of: (one: T) => number,
  pick: (a: number, b: number) => number,
): number => (list.length === 0 ? 0 : list.map(of).reduce((a, b) => pick(a, b)));

function linesOf(node: Drawable['nodes'][number]): readonly string[] {
  const longest = longestLine(node.role);
  const name = oneLine(`${glyphsOf(node.marks)}${node.label}`, longest);
  const text = node.kind === 'operation' ? operationLine(node) : node.preview || node.detail;
  return text === '' || text === node.label ? [name] : [name, oneLine(text, longest)];
}

/** The second line of an operation: what the verdict says of it, else its category. */
function operationLine({ marks, detail, label }: Drawable['nodes'][number]): string {
  if (marks?.decisive) return DRAWING.decisive;
  return detail === label ? '' : detail;
}

function toneOf(marks: BoxMarks | undefined): Tone {
  if (marks === undefined) return 'plain';
  if (marks.decisive) return 'decisive';
  const status = marks.station?.status;
  if (status === undefined || status === 'not-recorded') return marks.evidence ? 'held' : 'plain';
  return status;
}

/** Signs before the name, so that no colour stands alone. */
export function glyphsOf(marks: BoxMarks | undefined): string {
  if (marks === undefined) return '';
  const signs: string[] = [];
  if (marks.evidence) signs.push('◆');
  if (marks.decisive) signs.push('✕');
  else if (marks.station) signs.push(DRAWING.statusSign[marks.station.status]);
  if (marks.quoted) signs.push('❞');
  return signs.length === 0 ? '' : `${signs.join('')} `;
}
