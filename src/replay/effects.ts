import type { Case } from '../cases/case';
import type { EvolutionGraph } from '../graph/evolution-graph';
import type { Mark } from './engine/held';
import type { Replay } from './replay-trace';

/** A question whose score is another in the replay. */
export interface Flip {
  readonly queryId: string;
  readonly before: number | undefined;
  readonly after: number;
  readonly prediction: string;
}

/** What a replay with changes did. */
export interface Effects {
  /** Operations that were not taken from the record, in order. */
  readonly changed: readonly {
    /** In the new trace, and at the same place in the loaded one. */
    readonly opId: string;
    readonly recorded: string | undefined;
    readonly mark: Mark;
  }[];
  readonly flips: readonly Flip[];
  readonly calls: number;
}

/**
 * What changes downstream, and which answers flip between wrong and not wrong.
 * @param cases the judged questions of the loaded trace
 */
export function effectsOf(graph: EvolutionGraph, cases: readonly Case[], replay: Replay): Effects {
  const changed = replay.marks
    .filter(({ mark }) => mark !== 'recorded')
    .map(({ opId, recorded, mark }) => ({
      opId,
      recorded: recorded === undefined ? undefined : graph.opId(recorded),
      mark,
    }));
  const flips = cases.flatMap((c): readonly Flip[] => {
    const query = graph.findNode(c.queryId);
    const after = query === undefined ? undefined : replay.scores.get(query);
    if (query === undefined || after === undefined) return [];
    if (c.score !== undefined && (c.score === 0) === (after === 0)) return [];
    const prediction = replay.answers.get(query)?.prediction ?? '';
    return [{ queryId: c.queryId, before: c.score, after, prediction }];
  });
  return { changed, flips, calls: replay.calls.length };
}
