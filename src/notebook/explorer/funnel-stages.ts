import type { Case } from '../../cases/case';
import type { EvolutionGraph } from '../../graph/evolution-graph';
import { decodeValue } from '../../trace/decode/decode-value';
import { plainValue } from '../../trace/decode/plain-value';
import { stringField } from '../../trace/json';

/** A list of units that an operation made: which, in which order, with which scores. */
export interface UnitList {
  readonly name: string;
  readonly op: number;
  readonly variable: number | undefined;
  readonly entries: readonly { readonly unit: number; readonly score: number | undefined }[];
}

/**
 * The lists of units that the search of a question went through, in order: values that are lists of
 * units (EverMemOS), the edges to units with the scores in their comments (memory-systems §2, §3.3,
 * §4.2), and last the units that the context was made of.
 */
export function funnelStages(graph: EvolutionGraph, one: Case): readonly UnitList[] {
  const lists: UnitList[] = [];
  for (const id of one.retrievalOps) {
    const op = graph.findOperation(id);
    if (op !== undefined) lists.push(...valueLists(graph, op), ...edgeList(graph, op));
  }
  const answer = one.answerOp === undefined ? undefined : graph.findOperation(one.answerOp);
  if (answer !== undefined) {
    const units = [...new Set([...graph.edgesOf(answer)].map((edge) => graph.source(edge)))];
    const entries = units
      .filter((node) => graph.category(node) === 'memory_entry')
      .map((unit) => ({ unit, score: undefined }));
    lists.push({ name: 'context', op: answer, variable: undefined, entries });
  }
  return lists;
}

/** Every variable an operation wrote whose value is a list of units, in the order of its edges. */
function valueLists(graph: EvolutionGraph, op: number): UnitList[] {
  const seen = new Set<number>();
  const lists: UnitList[] = [];
  for (const edge of graph.edgesOf(op)) {
    const node = graph.target(edge);
    if (seen.has(node) || graph.category(node) === 'memory_entry') continue;
    seen.add(node);
    const entries = entriesOf(graph, node);
    if (entries.length === 0) continue;
    const name = graph.className(node) ?? graph.category(node);
    lists.push({ name, op, variable: node, entries });
  }
  return lists;
}

function entriesOf(graph: EvolutionGraph, node: number): UnitList['entries'] {
  const raw = graph.rawValue(node);
  // Most values are no lists of objects: they are told by their first signs.
  if (!/^\s*\[\s*\{/.test(raw.slice(0, 200))) return [];
  const value = plainValue(decodeValue(raw).node);
  if (!Array.isArray(value)) return [];
  const entries: { unit: number; score: number | undefined }[] = [];
  for (const entry of value) {
    if (!(entry instanceof Map)) continue;
    const id: unknown = entry.get('event_id') ?? entry.get('id');
    const unit = typeof id === 'string' ? unitNamed(graph, id) : undefined;
    if (unit === undefined) continue;
    const score: unknown = entry.get('score');
    entries.push({ unit, score: typeof score === 'number' ? score : undefined });
  }
  return entries;
}

const unitNamed = (graph: EvolutionGraph, id: string): number | undefined =>
  graph.latestVersion(`memory-unit-${id}`) ?? graph.latestVersion(id);

const SCORE = /score is (-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)/i;

/** The units that an operation points at; the order of the edges is the rank. */
function edgeList(graph: EvolutionGraph, op: number): UnitList[] {
  const entries = new Map<number, number | undefined>();
  for (const edge of graph.edgesOf(op)) {
    const unit = graph.target(edge);
    if (graph.category(unit) !== 'memory_entry') continue;
    const text = SCORE.exec(stringField(graph.edgeRecord(edge), 'comment') ?? '')?.[1];
    const score = text === undefined ? undefined : Number(text);
    // A unit may be pointed at twice; the edge with the score tells more.
    if (!entries.has(unit) || (entries.get(unit) === undefined && score !== undefined))
      entries.set(unit, score);
  }
  if (entries.size === 0) return [];
  const found = [...entries].map(([unit, score]) => ({ unit, score }));
  return [{ name: 'found', op, variable: undefined, entries: found }];
}
