import type { Case } from '../../cases/case';
import type { Verdict } from '../../cases/verdict';
import { shorten } from '../../base/text/shorten';
import type { EvolutionGraph } from '../../graph/evolution-graph';
import { foldOperation, type FoldedStep } from '../../graph/layout/fold-operation';
import { placeInLayers } from '../../graph/layout/layers';
import type { Arrow } from '../../graph/layout/place';
import { LAYERS, type BoxMarks, type CasePathView, type DrawnNode } from './drawing-contract';
import {
  BOX_SIZE,
  BoxWords,
  layerOfOperation,
  layerOfRole,
  OPERATION_SIZE,
  UNMARKED,
  variableRole,
} from './drawn-box';
import { pathParts } from './path-variables';

type Unplaced = Omit<DrawnNode, 'x' | 'y'> & { readonly layer: number };

/** What the boxes of a path are gathered in. */
interface Sheet {
  readonly boxes: Unplaced[];
  readonly arrows: Arrow[];
  readonly inTime: number[];
  /** The box that stands for a variable at this moment of the way. */
  readonly boxOf: Map<number, number>;
  /** Variables that an operation has read or written. */
  readonly used: Set<number>;
}

/**
 * The way of a case's information from evidence to judged answer, laid out in time × layer, with what
 * the verdict says at each place. Without a verdict nothing is marked but the evidence.
 */
export function casePath(
  graph: EvolutionGraph,
  one: Case,
  verdict: Verdict | undefined,
): CasePathView {
  const parts = pathParts(graph, one, verdict);
  const words = new BoxWords(graph);
  const sheet: Sheet = { boxes: [], arrows: [], inTime: [], boxOf: new Map(), used: new Set() };
  const ordered = [...parts.variables].sort((a, b) => a - b);
  for (const node of ordered) {
    const box = words.variable(node);
    const marks = variableMarks(box.id, parts.evidence.has(node), verdict);
    sheet.boxOf.set(node, sheet.boxes.length);
    sheet.boxes.push({ ...box, marks, layer: LAYERS.indexOf(layerOfRole(box.role)) });
  }
  let hidden = 0;
  const found = new Map<number, number>();
  for (const op of parts.operations) {
    const steps =
      graph.operationCategory(op) === 'retrieval'
        ? searchSteps(graph, op, parts.variables)
        : foldOperation(graph, op, parts.variables);
    const boxes = addOperation(graph, sheet, words, op, steps, verdict);
    if (graph.operationCategory(op) === 'retrieval')
      hidden += addFound(graph, sheet, op, boxes.at(-1), parts.variables, found);
    else addGiven(graph, sheet, op, boxes[0], found);
  }
  hidden += addGaps(graph, sheet, ordered);
  const { places, bands } = placeInLayers(sheet.boxes.map(sized), sheet.arrows, sheet.inTime);
  const nodes = sheet.boxes.map(({ layer: _, ...box }, i) => ({
    ...box,
    ...(places[i] ?? { x: 0, y: 0 }),
  }));
  return {
    queryId: one.queryId,
    nodes,
    edges: sheet.arrows.map(({ source, target }) => ({
      id: `${source} > ${target}`,
      source: nodes[source]?.id ?? '',
      target: nodes[target]?.id ?? '',
      label: '',
    })),
    bands: bands.map(({ layer, top, bottom }) => ({
      name: LAYERS[layer] ?? 'construction',
      top,
      bottom,
    })),
    hidden,
  };
}

/** A box with the size it is drawn with. */
const sized = ({ layer, role }: Unplaced) => ({
  layer,
  ...(role === 'operation' ? OPERATION_SIZE : BOX_SIZE),
});

function addOperation(
  graph: EvolutionGraph,
  sheet: Sheet,
  words: BoxWords,
  op: number,
  steps: readonly FoldedStep[],
  verdict: Verdict | undefined,
): readonly number[] {
  const whole = steps.length === 0 ? [{ op, sources: [], targets: [] }] : steps;
  return whole.map((step, part) => {
    const box = words.operation(op, part);
    const at = sheet.boxes.length;
    const marks = operationMarks(graph.opId(op), verdict);
    sheet.boxes.push({ ...box, marks, layer: LAYERS.indexOf(layerOfOperation(graph, op)) });
    sheet.inTime.push(at);
    for (const node of step.sources) join(sheet, sheet.boxOf.get(node), at);
    for (const node of step.sources) sheet.used.add(node);
    for (const node of step.targets) join(sheet, at, writtenBox(sheet, node));
    return at;
  });
}

/**
 * The box of a variable that is written now. Equal values are one variable however often they are
 * written: one that was there before has another box, or time would run backwards.
 */
function writtenBox(sheet: Sheet, node: number): number | undefined {
  const before = sheet.boxOf.get(node);
  const box = before === undefined ? undefined : sheet.boxes[before];
  if (before === undefined || box === undefined || !sheet.used.has(node)) {
    sheet.used.add(node);
    return before;
  }
  const at = sheet.boxes.length;
  sheet.boxes.push({ ...box, id: `${box.nodeId ?? box.id} again ${at}` });
  sheet.boxOf.set(node, at);
  return at;
}

function join(sheet: Sheet, source: number | undefined, target: number | undefined): void {
  if (source === undefined || target === undefined || source === target) return;
  const isThere = sheet.arrows.some((one) => one.source === source && one.target === target);
  if (!isThere) sheet.arrows.push({ source, target });
}

/**
 * A search finds units that were written long before: in time it reads them, though the trace records
 * them as what it led to.
 */
function searchSteps(
  graph: EvolutionGraph,
  op: number,
  shown: ReadonlySet<number>,
): readonly FoldedStep[] {
  const isUnit = (node: number): boolean => graph.category(node) === 'memory_entry';
  const others = new Set([...shown].filter((node) => !isUnit(node)));
  const [first = { op, sources: [], targets: [] }, ...rest] = foldOperation(graph, op, others);
  const units = new Set<number>();
  for (const edge of graph.edgesOf(op)) {
    const target = graph.target(edge);
    if (isUnit(target) && shown.has(target)) units.add(target);
  }
  return [{ ...first, sources: [...first.sources, ...units] }, ...rest];
}

/** One box for everything that a search found and that is not shown by itself. */
function addFound(
  graph: EvolutionGraph,
  sheet: Sheet,
  op: number,
  box: number | undefined,
  shown: ReadonlySet<number>,
  found: Map<number, number>,
): number {
  const units = new Set<number>();
  for (const edge of graph.edgesOf(op)) {
    const target = graph.target(edge);
    if (graph.category(target) === 'memory_entry') units.add(target);
  }
  if (box === undefined || units.size === 0) return 0;
  const at = sheet.boxes.length;
  const own = [...units].filter((unit) => shown.has(unit)).length;
  for (const unit of units) found.set(unit, at);
  sheet.boxes.push({
    id: `found ${graph.opId(op)}`,
    opId: graph.opId(op),
    kind: 'more',
    role: 'more',
    label: units.size === 1 ? '1 unit found' : `${units.size} units found`,
    detail: own === 0 ? '' : `${own} of them shown`,
    preview: '',
    marks: UNMARKED,
    layer: LAYERS.indexOf('search'),
  });
  join(sheet, box, at);
  return units.size - own;
}

/** What was found is given to the operations that read it. */
function addGiven(
  graph: EvolutionGraph,
  sheet: Sheet,
  op: number,
  box: number | undefined,
  found: ReadonlyMap<number, number>,
): void {
  for (const edge of graph.edgesOf(op)) {
    const source = graph.source(edge);
    if (!sheet.boxOf.has(source)) join(sheet, found.get(source), box);
  }
}

/** Versions of one thing between two that are shown: one box that says how many. */
function addGaps(graph: EvolutionGraph, sheet: Sheet, shown: readonly number[]): number {
  const last = new Map<string, number>();
  let hidden = 0;
  for (const node of shown) {
    const name = graph.fullName(node);
    const before = last.get(name);
    last.set(name, node);
    if (before === undefined) continue;
    const versions = [...graph.versions(node)];
    const between = versions.indexOf(node) - versions.indexOf(before) - 1;
    const [from, to] = [sheet.boxOf.get(before), sheet.boxOf.get(node)];
    if (between <= 0 || from === undefined || to === undefined) continue;
    hidden += between;
    const role = variableRole(graph, node);
    join(sheet, from, sheet.boxes.length);
    join(sheet, sheet.boxes.length, to);
    sheet.boxes.push({
      id: `between ${graph.nodeId(node)}`,
      nodeId: graph.nodeId(node),
      kind: 'more',
      role: 'more',
      label: between === 1 ? '1 version between' : `${between} versions between`,
      detail: shorten(name, 60),
      preview: '',
      marks: UNMARKED,
      layer: LAYERS.indexOf(layerOfRole(role)),
    });
  }
  return hidden;
}

function variableMarks(id: string, evidence: boolean, verdict: Verdict | undefined): BoxMarks {
  const stages = verdict?.stages ?? [];
  const station = stages.find(({ variable }) => variable === id);
  const quoted = stages.some(({ quotes }) => quotes.some(({ variable }) => variable === id));
  return { evidence, quoted, decisive: false, station: station && stationOf(station) };
}

function operationMarks(id: string, verdict: Verdict | undefined): BoxMarks {
  const decisive = verdict?.opId === id;
  // A station that names a variable is marked there, but the decisive operation is always marked.
  const stages = (verdict?.stages ?? []).filter(
    ({ opId, variable }) => opId === id && (decisive || variable === undefined),
  );
  // Where an operation is several stations, the worst of them says what happened there.
  const worst =
    stages.find(({ status }) => status === 'lost') ??
    stages.find(({ status }) => status === 'partly') ??
    stages[0];
  return { ...UNMARKED, decisive, station: worst && stationOf(worst) };
}

const stationOf = ({ stage, status }: Verdict['stages'][number]): BoxMarks['station'] => ({
  stage,
  status,
});
