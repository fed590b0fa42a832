import cytoscape from 'cytoscape';
import { describe, expect, it, vi } from 'vitest';
import { drawDirectly } from './draw-directly';

/** A core with a stand-in for the renderer, which looks at what lies from 0, 0 to 100, 100. */
function coreWith(renderer: unknown): cytoscape.Core {
  const extent = () => ({ x1: 0, y1: 0, x2: 100, y2: 100, w: 100, h: 100 });
  return Object.assign(cytoscape({ headless: true }), { renderer: () => renderer, extent });
}

const box = (x: number, y: number) => ({
  boundingBox: () => ({ x1: x, y1: y, x2: x + 10, y2: y + 10, w: 10, h: 10 }),
});

describe('drawing directly', () => {
  it('paints what is in sight, as a whole or in part, and nothing else', () => {
    const drawElements = vi.fn<(context: undefined, boxes: readonly unknown[]) => void>();
    const renderer = {
      drawElements,
      drawLayeredElements: (_: undefined, __: readonly unknown[]) => undefined,
      redrawHint: () => undefined,
    };
    expect(drawDirectly(coreWith(renderer))).toBe(true);
    const [inside, cut, right, above] = [box(20, 20), box(95, 95), box(101, 0), box(0, -11)];
    renderer.drawLayeredElements(undefined, [inside, cut, right, above]);
    expect(drawElements).toHaveBeenCalledExactlyOnceWith(undefined, [inside, cut]);
  });

  it('asks for no layer that nothing is painted on', () => {
    const hinted: string[] = [];
    const renderer = {
      drawElements: () => undefined,
      drawLayeredElements: () => undefined,
      redrawHint: (layer: string, _: boolean) => void hinted.push(layer),
    };
    drawDirectly(coreWith(renderer));
    for (const layer of ['eles', 'drag', 'select']) renderer.redrawHint(layer, true);
    expect(hinted).toEqual(['eles']);
  });

  it('leaves a renderer with other methods as it is', () => {
    expect(drawDirectly(coreWith({ paint: () => undefined }))).toBe(false);
    expect(drawDirectly(cytoscape({ headless: true }))).toBe(false);
  });
});
