import type { BoundingBox12, Core } from 'cytoscape';

interface Painted {
  boundingBox(): BoundingBox12;
}

interface Renderer {
  drawElements(context: CanvasRenderingContext2D, elements: readonly Painted[]): void;
  drawLayeredElements: unknown;
  redrawHint(layer: string, redraw: boolean): void;
}

/**
 * Has a canvas paint each element that is in sight straight away. Cytoscape paints each into a texture,
 * the textures into layers and the layers onto the canvas, which pays where a large picture is moved
 * about; a picture that is painted once or twice took twice as long. The layers for what is dragged and
 * for selecting, which nothing here does, stay without a canvas. Its renderer is not part of what it
 * documents: where it has other methods than those used here, it paints as it does by itself.
 * @returns whether it does
 */
export function drawDirectly(core: Core): boolean {
  const renderer: unknown = 'renderer' in core && isFunction(core.renderer) && core.renderer();
  if (!isRenderer(renderer)) return false;
  renderer.drawLayeredElements = (
    context: CanvasRenderingContext2D,
    elements: readonly Painted[],
  ) => {
    const { x1, x2, y1, y2 } = core.extent();
    const inSight = elements.filter((element) => {
      const box = element.boundingBox();
      return box.x2 >= x1 && box.x1 <= x2 && box.y2 >= y1 && box.y1 <= y2;
    });
    renderer.drawElements(context, inSight);
  };
  const hint = renderer.redrawHint.bind(renderer);
  renderer.redrawHint = (layer, redraw) => {
    if (layer !== 'drag' && layer !== 'select') hint(layer, redraw);
  };
  return true;
}

const isFunction = (value: unknown): value is () => unknown => typeof value === 'function';

const isRenderer = (value: unknown): value is Renderer =>
  typeof value === 'object' &&
  value !== null &&
  'drawLayeredElements' in value &&
  'drawElements' in value &&
  'redrawHint' in value &&
  isFunction(value.drawElements) &&
  isFunction(value.redrawHint);
