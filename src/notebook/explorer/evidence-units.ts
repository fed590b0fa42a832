import type { Result } from '../../base/result';
import { ok } from '../../base/result';
import type { Case } from '../../cases/case';
import type { Verdict } from '../../cases/verdict';
import type { EvolutionGraph } from '../../graph/evolution-graph';
import { termsOf } from '../../graph/search/words';
import { parseRecord, stringField } from '../../trace/json';

/** Finds the variables that hold a search text. */
export type FindHolding = (text: string) => Promise<Result<ReadonlySet<number>>>;

/** Words of a message that are looked for; that many in a row are no accident. */
const WORDS = 10;
/** Variables looked at on the way from a message to units; each message causes a dozen. */
const MOST_STEPS = 2_000;

/**
 * The units that carry what the answer needed, by their first version: those the proof quotes, those
 * whose text holds an evidence message word by word, and, where no buffer lies between, those the
 * operations made from it. Buffers join everything, so what only they connect does not count.
 */
export async function evidenceUnits(
  graph: EvolutionGraph,
  one: Case,
  verdict: Verdict | undefined,
  find: FindHolding,
): Promise<Result<ReadonlyMap<number, 'made' | 'quoted'>>> {
  const units = new Map<number, 'made' | 'quoted'>();
  const ids = verdict === undefined ? one.evidence : verdict.evidence;
  for (const id of ids) {
    const message = graph.findNode(id);
    if (message === undefined) continue;
    for (const unit of unitsMadeFrom(graph, message)) units.set(firstOf(graph, unit), 'made');
    const holding = await find(phraseOf(graph, message));
    if (!holding.ok) return holding;
    for (const node of holding.value)
      if (isUnit(graph, node)) units.set(firstOf(graph, node), 'made');
  }
  const quoted = verdict?.stages.flatMap(({ variable, quotes }) => [
    variable,
    ...quotes.map((quote) => quote.variable),
  ]);
  for (const id of quoted ?? []) {
    const node = id === undefined ? undefined : graph.findNode(id);
    if (node !== undefined && isUnit(graph, node)) units.set(firstOf(graph, node), 'quoted');
  }
  return ok(units);
}

/** The first version of a unit stands for all of them. */
export const firstOf = (graph: EvolutionGraph, node: number): number =>
  graph.versions(node)[0] ?? node;

const isUnit = (graph: EvolutionGraph, node: number): boolean =>
  graph.category(node) === 'memory_entry';

function phraseOf(graph: EvolutionGraph, message: number): string {
  const raw = graph.rawValue(message);
  const content = stringField(parseRecord(raw), 'content') ?? raw;
  const terms = termsOf(content).slice(0, WORDS);
  return terms.length < 3 ? '' : `"${terms.join(' ')}"`;
}

/** The units that the operations made from a message, buffers apart. */
export function unitsMadeFrom(graph: EvolutionGraph, message: number): readonly number[] {
  const units: number[] = [];
  const seen = new Set([message]);
  const waiting = [message];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    for (const edge of graph.outgoing(node)) {
      const target = graph.target(edge);
      const op = graph.operationOfEdge(edge);
      const category = op === undefined ? '' : graph.operationCategory(op);
      if (seen.has(target) || category === 'retrieval' || category === 'evaluation') continue;
      seen.add(target);
      if (isUnit(graph, target)) units.push(target);
      else if (seen.size < MOST_STEPS && !joinsAll(graph, target)) waiting.push(target);
    }
  }
  return units;
}

/** Buffers hold many messages, and what is cut from them too. */
const joinsAll = (graph: EvolutionGraph, node: number): boolean => {
  const category = graph.category(node);
  return category === 'message_buffer' || category === 'temporary_variable';
};
