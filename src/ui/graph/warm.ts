import { LAYERS } from '../../notebook/explorer/drawing-contract';
import { draw } from './drawing';
import type { Drawable } from './geometry';
import { idle } from './idle';
import { libraryOnce } from './library';
import { ROLES } from './roles';
import { giveBack, takeStage } from './stage';

/** Width and height that the way of a case has here, in pixels, near enough. */
const frame = () => ({
  width: document.querySelector('[data-cell="case"]')?.clientWidth ?? 1_000,
  height: Math.min(innerHeight * 0.64, 548),
});
const COLUMNS = 7;
/** Boxes of the pictures: few at first, when each still takes long. */
const PICTURES = [1, 3, 8, 35];

/**
 * Draws a few small pictures where nobody sees them, a piece at a time while the page is idle. The first
 * drawing of a page takes several times as long as the next: script is fetched, read and compiled,
 * fonts and canvases are set up. Whoever opens a case then waits for none of that.
 * @param isFree whether there is nothing that should go before
 */
export async function warmDrawings(isFree: () => boolean): Promise<void> {
  const turn = async () => {
    do await idle();
    while (!isFree());
  };
  await turn();
  await libraryOnce();
  await turn();
  const { width, height } = frame();
  const scroller = document.createElement('div');
  const box = document.createElement('div');
  scroller.inert = true;
  scroller.ariaHidden = 'true';
  Object.assign(scroller.style, {
    position: 'fixed',
    insetBlockStart: '0',
    insetInlineStart: '0',
    zIndex: '-1',
    width: `${width}px`,
    height: `${height}px`,
    overflow: 'hidden',
    // Not to be seen, and yet painted: what the browser does not paint it does not set up.
    opacity: '0.001',
    pointerEvents: 'none',
  });
  scroller.append(box);
  document.body.append(scroller);
  try {
    // Two: a case has two drawings.
    const stages = [await takeStage()];
    await turn();
    stages.push(await takeStage());
    for (const stage of stages) {
      giveBack(stage);
    }
    for (const _ of stages) {
      await turn();
      const drawing = await draw({ box, scroller }, pictureOf(0), 1, () => undefined);
      for (const boxes of PICTURES) {
        await turn();
        await drawing?.show(pictureOf(boxes), 1);
      }
      await turn();
      drawing?.stop();
    }
  } finally {
    scroller.remove();
  }
}

/** A picture with so many boxes, of one role after the other, each joined with the next ones. */
function pictureOf(boxes: number): Drawable {
  const nodes = Array.from({ length: boxes }, (_, i): Drawable['nodes'][number] => {
    const role = ROLES[i % ROLES.length] ?? 'input';
    return {
      id: `warm ${i}`,
      kind: role === 'operation' ? 'operation' : 'variable',
      role,
      label: `${role} ${i}`,
      detail: '',
      preview: '0123456789',
      x: (i % COLUMNS) * 220,
      y: Math.floor(i / COLUMNS) * 110,
    };
  });
  const edges = nodes.flatMap((node, i) =>
    [nodes[i + 1], nodes[i + COLUMNS]].flatMap((next) =>
      next === undefined
        ? []
        : [{ id: `${node.id} > ${next.id}`, source: node.id, target: next.id, label: '' }],
    ),
  );
  const bands = LAYERS.slice(0, Math.ceil(boxes / COLUMNS)).map((name, row) => {
    const middle = row * 110;
    return { name, top: middle - 40, bottom: middle + 40 };
  });
  return { nodes, edges, bands };
}
