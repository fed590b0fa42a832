import type { Steps } from '../../base/steps';
import type { EdgeColumns, NodeColumns } from '../columns';
import { ROWS_PER_STEP } from './text-table-builder';

/** A cycle is described by its first few variables. */
const NAMED = 4;

/**
 * Looks for one cycle. Variables without producers are taken away until none is left (no
 * recursion); whatever remains lies on a cycle or behind one, so walking backwards finds it.
 * @param sentinel row of the stand-in for "nothing" at either end of an operation, NONE when there
 *   is none: paths through it mean nothing
 * @returns the ids of a cycle, joined by arrows, or `undefined`
 */
export function* findCycle(
  nodes: NodeColumns,
  edges: EdgeColumns,
  sentinel: number,
  idOf: (row: number) => string,
): Steps<string | undefined> {
  const count = nodes.version.length;
  const { source, target } = edges;
  const pending = new Uint32Array(count);
  const first = new Uint32Array(count + 1);
  for (let edge = 0; edge < source.length; edge++) {
    const from = source[edge] ?? 0;
    const to = target[edge] ?? 0;
    if (from === sentinel || to === sentinel) continue;
    pending[to] = (pending[to] ?? 0) + 1;
    first[from + 1] = (first[from + 1] ?? 0) + 1;
  }
  yield;
  for (let row = 0; row < count; row++) first[row + 1] = (first[row + 1] ?? 0) + (first[row] ?? 0);
  const next = new Uint32Array(first[count] ?? 0);
  const fill = first.slice(0, count);
  for (let edge = 0; edge < source.length; edge++) {
    const from = source[edge] ?? 0;
    const to = target[edge] ?? 0;
    if (from === sentinel || to === sentinel) continue;
    const slot = fill[from] ?? 0;
    next[slot] = to;
    fill[from] = slot + 1;
  }
  yield;
  const free = new Uint32Array(count);
  let freed = 0;
  for (let row = 0; row < count; row++) if (pending[row] === 0) free[freed++] = row;
  for (let done = 0; done < freed; done++) {
    if (done % ROWS_PER_STEP === 0) yield;
    const row = free[done] ?? 0;
    for (let k = first[row] ?? 0; k < (first[row + 1] ?? 0); k++) {
      const to = next[k] ?? 0;
      const left = (pending[to] ?? 0) - 1;
      pending[to] = left;
      if (left === 0) free[freed++] = to;
    }
  }
  if (freed === count) return undefined;
  return describe(pending, source, target, sentinel, idOf);
}

/** Walks backwards from any remaining variable until one repeats. */
function describe(
  pending: Uint32Array,
  source: Uint32Array,
  target: Uint32Array,
  sentinel: number,
  idOf: (row: number) => string,
): string {
  const before = new Int32Array(pending.length).fill(-1);
  for (let edge = 0; edge < source.length; edge++) {
    const from = source[edge] ?? 0;
    const to = target[edge] ?? 0;
    if (from !== sentinel && to !== sentinel && (pending[from] ?? 0) > 0 && (pending[to] ?? 0) > 0)
      before[to] = from;
  }
  const visited = new Uint8Array(pending.length);
  let row = before.findIndex((from) => from >= 0);
  while (row >= 0 && visited[row] === 0) {
    visited[row] = 1;
    row = before[row] ?? -1;
  }
  const cycle: number[] = [];
  for (
    let at = before[row] ?? -1;
    at !== row && at >= 0 && cycle.length < NAMED;
    at = before[at] ?? -1
  )
    cycle.push(at);
  return [row, ...cycle.reverse(), row].map((at) => short(idOf(at))).join(' → ');
}

function short(id: string): string {
  return id.length > 60 ? `${id.slice(0, 60)}…` : id;
}
