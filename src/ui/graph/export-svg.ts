import { DRAWING } from '../texts-drawing';
import { BAND_NAME_X, type DrawnBox, type Geometry } from './geometry';
import { outline } from './outline';
import { TONE_TOKEN } from './paint';
import { ROLE_LOOK } from './roles';

const FONT = 'system-ui, -apple-system, Segoe UI, Roboto, sans-serif';
const LINE = 14;

/**
 * A drawing as an SVG file. Recorded text is escaped, and nothing in the file refers to anything
 * outside of it.
 * @param colour gives the plain colour of a token
 */
export function svgOf(geometry: Geometry, colour: (token: string) => string): string {
  const { width, height, boxes, arrows, bands } = geometry;
  const byId = new Map(boxes.map((box) => [box.id, box]));
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${n(width)}" height="${n(height)}" viewBox="0 0 ${n(width)} ${n(height)}" font-family="${FONT}" font-size="11">`,
    `<defs><marker id="tip" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8Z" fill="${colour('--edge')}"/></marker></defs>`,
    `<rect width="100%" height="100%" fill="${colour('--sheet')}"/>`,
  ];
  for (const band of bands) {
    parts.push(
      `<path d="${outline('rectangle', band)}" fill="${colour('--sunken')}"/>`,
      `<text x="${BAND_NAME_X}" y="${n(band.y + 4)}" fill="${colour('--ink-2')}" font-size="12">${escapeXml(DRAWING.layers[band.name])}</text>`,
    );
  }
  for (const { source, target } of arrows) {
    const [from, to] = [byId.get(source), byId.get(target)];
    if (!from || !to) continue;
    const [a, b] = [borderPoint(from, to), borderPoint(to, from)];
    parts.push(
      `<path d="M${n(a.x)} ${n(a.y)}L${n(b.x)} ${n(b.y)}" fill="none" stroke="${colour('--edge')}" stroke-width="1.5" marker-end="url(#tip)"/>`,
    );
  }
  for (const box of boxes) parts.push(boxOf(box, colour));
  parts.push('</svg>');
  return parts.join('\n');
}

function boxOf(box: DrawnBox, colour: (token: string) => string): string {
  const { shape, stroke } = ROLE_LOOK[box.role];
  const fill = box.role === 'operation' ? '--accent-wash' : '--sheet';
  const isPlain = box.tone === 'plain';
  const edge = box.tone === 'plain' ? stroke : TONE_TOKEN[box.tone];
  const weight = box.tone === 'decisive' ? 4 : isPlain ? 1.5 : 2.5;
  const first = box.y - ((box.lines.length - 1) * LINE) / 2 + 4;
  const texts = box.lines.map(
    (line, i) =>
      `<text x="${n(box.x)}" y="${n(first + i * LINE)}" text-anchor="middle" fill="${colour('--ink')}"${box.tone === 'decisive' ? ' font-weight="bold"' : ''}>${escapeXml(line)}</text>`,
  );
  return `<g><path d="${outline(shape, box)}" fill="${colour(fill)}" stroke="${colour(edge)}" stroke-width="${weight}"/>${texts.join('')}</g>`;
}

/** Where the line from the middle of one box to that of another leaves the first. */
function borderPoint(from: DrawnBox, to: DrawnBox): { readonly x: number; readonly y: number } {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const share = Math.min(
    dx === 0 ? Infinity : from.width / 2 / Math.abs(dx),
    dy === 0 ? Infinity : from.height / 2 / Math.abs(dy),
    1,
  );
  return { x: from.x + dx * share, y: from.y + dy * share };
}

/** Text of a trace for an XML file: markup escaped, and what XML cannot hold left out. */
export const escapeXml = (text: string): string =>
  text
    // What XML 1.0 forbids, and halves of surrogate pairs.
    .replace(
      /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g,
      '',
    )
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

const n = (value: number): string => String(Math.round(value * 100) / 100);
