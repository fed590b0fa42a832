import type { EvolutionGraph } from '../../graph/evolution-graph';
import { placeIn, searchSteps, type RankedList, type SearchStep } from './evermemos-search';
import type { EverUnit } from './evermemos-units';
import type { Loss } from './path';
import { unitsIn, type QuerySide } from './query-side';
import { operationPhrase } from './wording';

/**
 * The step that kept alive units out of what was retrieved.
 *
 * Convention for the decisive operation: a unit that the final rerank had in its pool and dropped is
 * lost there; any other is lost in the first round, the earliest operation whose correction alone
 * would have brought it, whether the sufficiency check then stopped too early or the second round
 * failed to make good. All six retrieval errors of the model-worded development trace are labelled
 * so by three readers, four of them with a second round that did not recover the unit.
 */
export function retrievalLoss(
  graph: EvolutionGraph,
  side: QuerySide,
  units: readonly EverUnit[],
): Loss {
  const steps = searchSteps(graph, side);
  const last = steps.at(-1);
  const first = steps[0];
  if (first === undefined || last === undefined)
    return {
      errorType: 'RetrievalError',
      op: side.fallbackOp,
      certainty: 0.6,
      sentence: 'No search was recorded for the question, and its context lacks the unit.',
    };
  // With several units that hold the fact, the one that came furthest shows the loss.
  const dropped =
    steps.length > 1 && hasTheLastWord(graph, last) ? droppedBy(graph, last, units) : undefined;
  if (dropped !== undefined) return dropped;
  return {
    errorType: 'RetrievalError',
    op: first.op,
    certainty: 0.9,
    sentence: firstRoundSentence(graph, steps, units),
  };
}

/** Whether an operation chose the units that were handed on; a second round only adds to the pool. */
const hasTheLastWord = (graph: EvolutionGraph, { op }: SearchStep): boolean =>
  /rerank/.test(graph.operationName(op)) || unitsIn(graph, op, 'target').length > 0;

/** The loss at the last operation, when its input lists a unit and what it wrote does not. */
function droppedBy(
  graph: EvolutionGraph,
  step: SearchStep,
  units: readonly EverUnit[],
): Loss | undefined {
  for (const unit of units) {
    const before = bestPlace(graph, step.inputs, unit);
    if (before === undefined) continue;
    return {
      errorType: 'RetrievalError',
      op: step.op,
      certainty: 0.9,
      sentence: `${operationPhrase(graph, step.op)} had the unit in its pool (place ${before.place} of ${before.list.length}) and dropped it.`,
    };
  }
  return undefined;
}

interface Place {
  readonly list: RankedList;
  readonly place: number;
}

function bestPlace(
  graph: EvolutionGraph,
  lists: readonly RankedList[],
  unit: EverUnit,
): Place | undefined {
  let best: Place | undefined;
  for (const list of lists) {
    const place = placeIn(graph, list, unit.eventId);
    if (place !== undefined && (best === undefined || place < best.place)) best = { list, place };
  }
  return best;
}

function firstRoundSentence(
  graph: EvolutionGraph,
  steps: readonly SearchStep[],
  units: readonly EverUnit[],
): string {
  const [first] = steps;
  if (first === undefined) return 'The unit was not retrieved.';
  const phrase = operationPhrase(graph, first.op);
  const after = afterwards(graph, steps);
  const places = units.flatMap((unit) => bestPlace(graph, first.written, unit) ?? []);
  const [place] = places.sort((a, b) => a.place - b.place);
  if (place === undefined) return `${phrase} did not find the unit in any list, ${after}.`;
  const kind = place.list.kind.replace(/_results$/, '').replaceAll('_', ' ');
  return `${phrase} had the unit at place ${place.place} of ${place.list.length} in its ${kind} list and cut it, ${after}.`;
}

/** What became of the search after its first round, as the trace recorded it. */
function afterwards(graph: EvolutionGraph, steps: readonly SearchStep[]): string {
  if (steps.some(({ op }) => /round2/.test(graph.operationName(op))))
    return 'and the later rounds did not bring it back';
  const check = steps[0] === undefined ? undefined : isSufficient(graph, steps[0].op);
  if (check === true) return 'and its result was taken as sufficient, so no second round ran';
  return check === false
    ? 'and no second round ran, although its result was called insufficient'
    : 'and no second round ran';
}

/** What the sufficiency check of a first round said, if it can be read. */
function isSufficient(graph: EvolutionGraph, op: number): boolean | undefined {
  for (const edge of graph.edgesOf(op))
    for (const node of [graph.target(edge), graph.source(edge)]) {
      if (graph.className(node) !== 'sufficiency_check_result') continue;
      const says = /["']is_sufficient["']\s*:\s*(true|false)/i.exec(graph.rawValue(node));
      if (says !== null) return says[1]?.toLowerCase() === 'true';
    }
  return undefined;
}
