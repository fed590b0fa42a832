import type { Held } from '../engine/held';
import type { ReplayOperation } from '../engine/replay-operation';
import type { ReplayRun } from '../engine/run';
import { searchStore, type RecordedHit } from '../engine/search-store';
import type { Found, Query } from './memory-system';

/** A memory in the store of a run. */
export interface StoredUnit {
  /** Full name of its variable. */
  readonly name: string;
  readonly id: string;
  readonly held: Held;
  /** What is searched. */
  readonly text: string;
  /** What the answering model is shown; the text when absent. */
  readonly shown?: string;
}

/** Searches the store for a question and links what is found, best first; the score stands on the edge. */
export async function linkFound(
  run: ReplayRun,
  operation: ReplayOperation,
  query: Query,
  units: ReadonlyMap<string, StoredUnit>,
  topK: number,
  extra = '',
): Promise<Found> {
  const found = await searchStore(run, {
    query: query.text,
    node: query.node,
    isQueryChanged: query.held.recorded === undefined,
    units,
    recorded: operation.recorded === undefined ? undefined : recordedHits(run, operation),
    isIdeal: operation.isIdeal,
    limit: topK,
  });
  if (found.isApproximate) operation.markAs('approximate');
  for (const { unit, score } of found.hits) {
    operation.link([query.held], [unit.held], {
      category: 'operation',
      comment: `One memory '${unit.id}' is retrieved from the memory store.${extra} Its score is ${score}.`,
      metadata: { score },
    });
  }
  const before = operation.recorded?.outputs.map((node) => run.trace?.graph.fullName(node)) ?? [];
  const isSame =
    before.length === found.hits.length &&
    found.hits.every(({ unit }, i) => unit.name === before[i]);
  if (!isSame) operation.markAs('recomputed');
  return {
    hits: found.hits.map(({ unit }) => ({ held: unit.held, text: unit.shown ?? unit.text })),
  };
}

/** What the record found, in order: the unit's full name and the score its edge states. */
function recordedHits(run: ReplayRun, operation: ReplayOperation): readonly RecordedHit[] {
  const graph = run.trace?.graph;
  const recorded = operation.recorded;
  if (graph === undefined || recorded === undefined) return [];
  return recorded.outputs.map((node) => {
    const edge = recorded.edgesInto(node)[0];
    const comment = edge === undefined ? undefined : graph.edgeRecord(edge).get('comment');
    const score =
      typeof comment === 'string' ? /score is (-?[\d.]+(?:e[+-]?\d+)?)/i.exec(comment) : null;
    return {
      name: graph.fullName(node),
      score: score?.[1] === undefined ? 0 : Number(score[1].replace(/\.$/, '')),
    };
  });
}
