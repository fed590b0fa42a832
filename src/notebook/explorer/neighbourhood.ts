import type { NodeId } from '../../base/brand';
import { problem } from '../../base/problem';
import { err, ok, type Result } from '../../base/result';
import type { EvolutionGraph } from '../../graph/evolution-graph';
import { MOST_ELEMENTS } from '../../graph/layout/picture';
import { placeBoxes, type Arrow } from '../../graph/layout/place';
import {
  EXPANSION_PAGE,
  type DrawnNode,
  type Expansion,
  type NeighbourhoodView,
} from './drawing-contract';
import { BoxWords, UNMARKED } from './drawn-box';

/** Variables shown beside one operation; the rest is one box. */
const SIDE = 3;
/** Columns come 180 apart; wider, so that an arrow fits between a box and a hexagon. */
const STRETCH = 1.2;

type Unplaced = Omit<DrawnNode, 'x' | 'y'>;

/** The boxes drawn so far, and what may still be drawn. */
class Sheet {
  readonly boxes: Unplaced[] = [];
  readonly arrows: Arrow[] = [];
  private readonly joined = new Set<string>();
  private readonly at = new Map<string, number>();

  /** Elements that still fit. */
  get room(): number {
    return MOST_ELEMENTS - this.boxes.length - this.arrows.length;
  }

  find(id: string): number | undefined {
    return this.at.get(id);
  }

  add(box: Unplaced): number {
    const known = this.at.get(box.id);
    if (known !== undefined) return known;
    this.at.set(box.id, this.boxes.length);
    this.boxes.push(box);
    return this.boxes.length - 1;
  }

  join(source: number, target: number): void {
    const key = `${source} ${target}`;
    if (source === target || this.joined.has(key)) return;
    this.joined.add(key);
    this.arrows.push({ source, target });
  }
}

/**
 * The surroundings of a variable: what the operations made it of and what they made of it, opened step
 * by step. A variable that thousands of operations share shows them a page at a time, so that no page is
 * heavier than the first. Never more than
 * `MOST_ELEMENTS` boxes and arrows, whatever is opened.
 * @param steps what was opened, in order; without any, both sides of the variable itself
 */
export function neighbourhood(
  graph: EvolutionGraph,
  rootId: NodeId,
  steps: readonly Expansion[],
): Result<NeighbourhoodView> {
  const root = graph.findNode(rootId);
  if (root === undefined) return err(problem('not-in-trace', `No variable ${rootId}.`));
  const words = new BoxWords(graph);
  const sheet = new Sheet();
  sheet.add({ ...words.variable(root), marks: UNMARKED });
  const opened = openedSteps(rootId, steps);
  let isFull = false;
  let hidden = 0;
  for (const step of opened) {
    const node = graph.findNode(step.node);
    const box = sheet.find(step.node);
    if (node === undefined || box === undefined) continue;
    const left = open(graph, sheet, words, step, node, box);
    hidden += left.hidden;
    isFull ||= left.isFull;
  }
  const places = placeBoxes(sheet.boxes.length, sheet.arrows);
  const done = new Set(opened.map(({ node, side }) => `${side} ${node}`));
  const nodes = sheet.boxes.map((box, i): DrawnNode => {
    const { x, y } = places[i] ?? { x: 0, y: 0 };
    return { ...box, x: x * STRETCH, y, ...furtherSteps(graph, box, done) };
  });
  return ok({
    root: rootId,
    nodes,
    edges: sheet.arrows.map(({ source, target }) => ({
      id: `${source} > ${target}`,
      source: nodes[source]?.id ?? '',
      target: nodes[target]?.id ?? '',
      label: '',
    })),
    bands: [],
    hidden,
    full: isFull,
  });
}

/** Each side of each variable once, where it was opened first, with the pages asked for last. */
function openedSteps(root: NodeId, steps: readonly Expansion[]): readonly Expansion[] {
  const opened = new Map<string, Expansion>();
  const start = (['before', 'after'] as const).map((side) => ({ node: root, side, pages: 1 }));
  for (const step of [...start, ...steps]) opened.set(`${step.side} ${step.node}`, step);
  return [...opened.values()];
}

/** What a variable that is drawn can still be asked for. */
function furtherSteps(
  graph: EvolutionGraph,
  box: Unplaced,
  done: ReadonlySet<string>,
): Pick<DrawnNode, 'expansions'> {
  const id = box.kind === 'variable' ? box.nodeId : undefined;
  const node = id === undefined ? undefined : graph.findNode(id);
  if (id === undefined || node === undefined) return {};
  const sides = (['before', 'after'] as const).filter(
    (side) => !done.has(`${side} ${id}`) && edgesOn(graph, node, side).length > 0,
  );
  return sides.length === 0
    ? {}
    : { expansions: sides.map((side) => ({ node: id, side, pages: 1 })) };
}

const edgesOn = (graph: EvolutionGraph, node: number, side: Expansion['side']): Uint32Array =>
  side === 'before' ? graph.incoming(node) : graph.outgoing(node);

/** Draws one side of a variable as far as there is room. */
function open(
  graph: EvolutionGraph,
  sheet: Sheet,
  words: BoxWords,
  step: Expansion,
  node: number,
  box: number,
): { readonly hidden: number; readonly isFull: boolean } {
  const ends = endsByOperation(graph, node, step.side);
  const operations = [...ends.keys()].sort((a, b) => graph.rank(a) - graph.rank(b));
  const join = (near: number, far: number): void =>
    step.side === 'before' ? sheet.join(far, near) : sheet.join(near, far);
  let shown = 0;
  let hidden = 0;
  const page = Math.max(1, Math.trunc(step.pages));
  const from = Math.min((page - 1) * EXPANSION_PAGE, operations.length);
  const wanted = operations.slice(from, from + EXPANSION_PAGE);
  if (from > 0 && sheet.room >= 4) {
    const id = `earlier ${step.side} ${step.node}`;
    const expansions = [{ ...step, pages: page - 1 }];
    join(
      box,
      sheet.add({ id, ...MORE, label: `${from} earlier`, detail: 'operations', expansions }),
    );
  }
  for (const op of wanted) {
    const others = ends.get(op) ?? [];
    const visible = others.length <= SIDE + 1 ? others : others.slice(0, SIDE);
    const rest = others.length - visible.length;
    // Two elements for each box, and two kept for the box of everything that is not drawn.
    if (sheet.room < 2 * (visible.length + (rest > 0 ? 2 : 1)) + 2) break;
    const at = sheet.add({ ...words.operation(op, 0), marks: UNMARKED });
    join(box, at);
    for (const other of visible) join(at, sheet.add({ ...words.variable(other), marks: UNMARKED }));
    if (rest > 0) {
      const opId = graph.opId(op);
      const more = { id: `rest ${step.side} ${opId} ${step.node}`, opId, ...MORE };
      join(at, sheet.add({ ...more, label: `+${rest} more`, detail: 'variables' }));
      hidden += rest;
    }
    shown++;
  }
  const left = operations.length - from - shown;
  const isFull = shown < wanted.length;
  if (left > 0 && sheet.room >= 2) {
    const more = { id: `more ${step.side} ${step.node}`, ...MORE, label: `+${left} more` };
    const expansions = isFull ? [] : [{ ...step, pages: page + 1 }];
    join(box, sheet.add({ ...more, detail: 'operations', expansions }));
  }
  return { hidden: hidden + from + left, isFull };
}

const MORE = { kind: 'more', role: 'more', preview: '', marks: UNMARKED } as const;

/** The operations on one side of a variable, each with the variables at its other end. */
function endsByOperation(
  graph: EvolutionGraph,
  node: number,
  side: Expansion['side'],
): ReadonlyMap<number, readonly number[]> {
  const ends = new Map<number, number[]>();
  for (const edge of edgesOn(graph, node, side)) {
    const op = graph.operationOfEdge(edge);
    if (op === undefined) continue;
    const other = side === 'before' ? graph.source(edge) : graph.target(edge);
    const list = ends.get(op);
    if (list === undefined) ends.set(op, [other]);
    else if (!list.includes(other)) list.push(other);
  }
  return ends;
}
