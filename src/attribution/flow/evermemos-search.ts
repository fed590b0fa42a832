import type { EvolutionGraph } from '../../graph/evolution-graph';
import { operationSubgraph } from '../../graph/subgraph';
import { everUnits } from './evermemos-units';
import type { QuerySide } from './query-side';

/** A ranked list that one retrieval operation read or wrote. */
export interface RankedList {
  readonly node: number;
  /** Class name, for example `hybrid_retrieval_results`. */
  readonly kind: string;
  /** How many units it holds, as far as its name tells. */
  readonly length: number;
}

/** One retrieval operation of EverMemOS with its lists in the order of its edges. */
export interface SearchStep {
  readonly op: number;
  readonly inputs: readonly RankedList[];
  readonly written: readonly RankedList[];
}

/** The retrieval operations of a question with their lists (memory-systems §4.2). */
export const searchSteps = (graph: EvolutionGraph, side: QuerySide): readonly SearchStep[] =>
  side.searches.map((op) => {
    const { inputs, intermediates, outputs } = operationSubgraph(graph, op);
    return {
      op,
      inputs: inputs.flatMap((node) => toList(graph, node)),
      written: [...intermediates, ...outputs].flatMap((node) => toList(graph, node)),
    };
  });

const LIST = /(?:^|_)results$|^reranked_for_check$/;

function toList(graph: EvolutionGraph, node: number): readonly RankedList[] {
  const kind = graph.className(node);
  if (kind === undefined || !LIST.test(kind)) return [];
  return [{ node, kind, length: entries(graph, node).length }];
}

/** The ids that the name of a list joins: `id-score, id-score` or `id, id | ts=…` (§4.2). */
function entries(graph: EvolutionGraph, node: number): readonly string[] {
  const name = graph.fullName(node);
  const kind = graph.className(node) ?? '';
  const ids = name.startsWith(`${kind}:`) ? name.slice(kind.length + 1) : name;
  return (ids.split(' | ')[0] ?? '').split(', ').filter((id) => id.length > 0);
}

/** The place of a unit in a list, counted from 1, or `undefined` when the list lacks it. */
export function placeIn(
  graph: EvolutionGraph,
  list: RankedList,
  eventId: string,
): number | undefined {
  const named = entries(graph, list.node);
  const place = named.findIndex((entry) => names(entry, eventId));
  if (place >= 0) return place + 1;
  // A name that lists units lists all of them. Another kind of name says nothing: the value decides.
  const { ids } = everUnits(graph);
  if (named.some((entry) => ids.has(entry) || ids.has(withoutScore(entry)))) return undefined;
  return graph.rawValue(list.node).includes(`"${eventId}"`) ? list.length : undefined;
}

/** Whether an entry is the id, alone or with its score; never the beginning of a longer id. */
const names = (entry: string, eventId: string): boolean =>
  entry.startsWith(eventId) && !/^\w/.test(entry.slice(eventId.length));

const withoutScore = (entry: string): string => entry.replace(/--?\d[\d.]*(?:e[+-]?\d+)?$/, '');
