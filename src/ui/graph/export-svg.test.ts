import fc from 'fast-check';
import { expect, test } from 'vitest';
import { escapeXml, svgOf } from './export-svg';
import { geometryOf, type Drawable } from './geometry';

const box = (id: string, label: string, x: number): Drawable['nodes'][number] => ({
  id,
  kind: 'variable',
  role: 'memory',
  label,
  detail: '',
  preview: label,
  x,
  y: 0,
});
const colour = (token: string) => `rgb(${token.length}, 0, 0)`;

test('recorded text is escaped, whatever it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const escaped = escapeXml(text);
      expect(escaped).not.toMatch(/[<>"]/);
      expect(escaped).not.toMatch(/&(?!amp;|lt;|gt;|quot;)/);
    }),
    { seed: 51, numRuns: 500 },
  );
});

test('a drawing of hostile names holds no markup of theirs and no reference outside', () => {
  const view: Drawable = {
    nodes: [box('a', '<script>alert(1)</script>', 0), box('b', '"><image href=x>', 180)],
    edges: [{ id: 'e', source: 'a', target: 'b', label: '' }],
  };
  const svg = svgOf(geometryOf(view), colour);
  expect(svg).not.toMatch(/<(?:script|image)|<[^>]*\bhref/);
  expect(svg.match(/<g>/g)).toHaveLength(2);
  expect(svg).toContain('marker-end="url(#tip)"');
});

test('the same drawing gives the same file', () => {
  const view: Drawable = { nodes: [box('a', 'one', 0)], edges: [] };
  expect(svgOf(geometryOf(view), colour)).toBe(svgOf(geometryOf(view), colour));
});
