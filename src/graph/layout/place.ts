/** A place in the drawing: `x` grows to the right with what happens, `y` downwards. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

/** An arrow between boxes, as indexes. */
export interface Arrow {
  readonly source: number;
  readonly target: number;
}

/** Distances between the middles of neighbouring boxes; boxes are smaller than that. */
export const COLUMN = 180;
export const ROW = 56;

/** Sweeps over the columns that bring boxes near those they are joined with. */
const SWEEPS = 4;

/**
 * Places boxes in columns so that every arrow goes right (arrows of a cycle excepted) and no two
 * boxes share a place. A box that nothing leads to stands just before the first box it leads to.
 * The same input gives the same places.
 */
export function placeBoxes(count: number, arrows: readonly Arrow[]): readonly Place[] {
  const next = neighbours(count, arrows, 'source', 'target');
  const previous = neighbours(count, arrows, 'target', 'source');
  const column = pulledIn(count, next, previous);
  const columns = byColumn(column);
  const row = new Float64Array(count);
  for (const boxes of columns) settle(boxes, row);
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    const isRightward = sweep % 2 === 0;
    const order = isRightward ? columns : [...columns].reverse();
    for (const boxes of order) arrange(boxes, isRightward ? previous : next, row);
  }
  return Array.from(column, (c, box) => ({ x: c * COLUMN, y: (row[box] ?? 0) * ROW }));
}

type Neighbours = readonly (readonly number[])[];

function neighbours(
  count: number,
  arrows: readonly Arrow[],
  from: keyof Arrow,
  to: keyof Arrow,
): Neighbours {
  const lists: number[][] = Array.from({ length: count }, () => []);
  for (const arrow of arrows) if (arrow[from] !== arrow[to]) lists[arrow[from]]?.push(arrow[to]);
  return lists;
}

/** The longest way to each box; the first box of a cycle is released as if nothing led to it. */
export function depthsOf(count: number, arrows: readonly Arrow[]): Uint32Array {
  const next = neighbours(count, arrows, 'source', 'target');
  return depths(count, next, neighbours(count, arrows, 'target', 'source'));
}

function depths(count: number, next: Neighbours, previous: Neighbours): Uint32Array {
  const depth = new Uint32Array(count);
  const missing = Uint32Array.from(previous, (list) => list.length);
  const done = new Uint8Array(count);
  const ready: number[] = [];
  for (let box = 0; box < count; box++) if (missing[box] === 0) ready.push(box);
  let stuck = 0;
  for (let left = count; left > 0; left--) {
    while (ready.length === 0) {
      if (done[stuck] === 0) ready.push(stuck);
      stuck++;
    }
    const box = ready.pop() ?? 0;
    if (done[box] === 1) {
      left++;
      continue;
    }
    done[box] = 1;
    for (const target of next[box] ?? []) {
      if (done[target] === 1) continue;
      depth[target] = Math.max(depth[target] ?? 0, (depth[box] ?? 0) + 1);
      const open = (missing[target] ?? 1) - 1;
      missing[target] = open;
      if (open === 0) ready.push(target);
    }
  }
  return depth;
}

/**
 * The column of each box: every arrow goes to a later column (arrows of a cycle excepted), and a box
 * that nothing leads to stands just before the first box it leads to.
 */
export function columnsOf(count: number, arrows: readonly Arrow[]): Uint32Array {
  const next = neighbours(count, arrows, 'source', 'target');
  return pulledIn(count, next, neighbours(count, arrows, 'target', 'source'));
}

function pulledIn(count: number, next: Neighbours, previous: Neighbours): Uint32Array {
  const depth = depths(count, next, previous);
  const column = depth.slice();
  for (let box = 0; box < count; box++) {
    if (previous[box]?.length !== 0) continue;
    const first = Math.min(...(next[box] ?? []).map((target) => depth[target] ?? 0));
    if (Number.isFinite(first)) column[box] = Math.max(0, first - 1);
  }
  return column;
}

function byColumn(column: Uint32Array): readonly number[][] {
  const columns: number[][] = [];
  column.forEach((c, box) => {
    while (columns.length <= c) columns.push([]);
    columns[c]?.push(box);
  });
  return columns;
}

/** Gives the boxes of a column the rows around the middle, in their order. */
function settle(boxes: readonly number[], row: Float64Array): void {
  boxes.forEach((box, i) => (row[box] = i - (boxes.length - 1) / 2));
}

/** Sorts a column by the mean row of the boxes on one side; ties keep their order. */
function arrange(boxes: number[], side: Neighbours, row: Float64Array): void {
  const mean = new Map(
    boxes.map((box) => {
      const rows = (side[box] ?? []).map((other) => row[other] ?? 0);
      const sum = rows.reduce((a, b) => a + b, 0);
      return [box, rows.length === 0 ? (row[box] ?? 0) : sum / rows.length] as const;
    }),
  );
  boxes.sort((a, b) => (mean.get(a) ?? 0) - (mean.get(b) ?? 0) || (row[a] ?? 0) - (row[b] ?? 0));
  settle(boxes, row);
}
