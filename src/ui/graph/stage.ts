import type cytoscape from 'cytoscape';
import type { Core } from 'cytoscape';
import { onTheme, styleOf } from './drawing-style';
import { drawDirectly } from './draw-directly';
import { libraryOnce } from './library';

/** Canvases to draw on, in an element that can be put anywhere. */
export interface Stage {
  readonly pane: HTMLElement;
  readonly core: Core;
  /** Makes it as large as this, in pixels. */
  size(width: number, height: number): void;
  destroy(): void;
}

/** Stages kept for the next drawing: a case has two drawings. */
const MOST_SPARE = 2;
/** Size of a stage before it is put somewhere, in pixels. */
const SIZE = { width: 1_000, height: 500 };
/**
 * Canvases are this many pixels, or a multiple, wide and high; what is too much is cut off. A canvas of
 * another size is a new one.
 */
const STEP = 128;

const spare: Stage[] = [];
let shed: HTMLElement | undefined;

/**
 * An empty stage: one that was used before, else a new one. Setting up canvases, and painting on them
 * for the first time, takes longer than a drawing does.
 */
export async function takeStage(): Promise<Stage> {
  const library = await libraryOnce();
  return spare.shift() ?? newStage(library);
}

/** Takes back a stage that is not drawn on any more. */
export function giveBack(stage: Stage): void {
  if (spare.length >= MOST_SPARE) {
    stage.destroy();
    return;
  }
  stage.core.elements().remove();
  park(stage.pane);
  spare.push(stage);
}

function newStage(library: typeof cytoscape): Stage {
  const pane = document.createElement('div');
  Object.assign(pane.style, {
    position: 'sticky',
    insetBlockStart: '0',
    insetInlineStart: '0',
    overflow: 'hidden',
  });
  // Cytoscape ends when its container leaves its parent, so what is moved about is that parent.
  const container = document.createElement('div');
  pane.append(container);
  const size = (width: number, height: number) => {
    Object.assign(pane.style, { width: `${width}px`, height: `${height}px` });
    const [across, down] = [inSteps(width), inSteps(height)];
    Object.assign(container.style, { width: `${across}px`, height: `${down}px` });
  };
  size(SIZE.width, SIZE.height);
  park(pane);
  const core = library({
    container,
    layout: { name: 'preset', fit: false },
    style: styleOf(pane),
    autoungrabify: true,
    boxSelectionEnabled: false,
    // The box is as large as the picture and scrolls like the rest of the page.
    userZoomingEnabled: false,
    userPanningEnabled: false,
  });
  drawDirectly(core);
  const stopThemes = onTheme(() => core.style(styleOf(pane)));
  return {
    pane,
    core,
    size,
    destroy: () => {
      stopThemes();
      core.destroy();
      pane.remove();
    },
  };
}

/** Keeps a stage in the document, out of sight and out of reach. */
function park(pane: HTMLElement): void {
  if (shed === undefined) {
    shed = document.createElement('div');
    shed.inert = true;
    shed.ariaHidden = 'true';
    Object.assign(shed.style, {
      position: 'fixed',
      insetBlockStart: '0',
      insetInlineStart: '-10000px',
      overflow: 'hidden',
    });
    document.body.append(shed);
  }
  shed.append(pane);
}

const inSteps = (pixels: number): number => Math.max(1, Math.ceil(pixels / STEP)) * STEP;
