import type { Case } from '../../cases/case';
import type { Verdict } from '../../cases/verdict';
import type { EvolutionGraph } from '../../graph/evolution-graph';
import { operationSubgraph } from '../../graph/subgraph';
import { share } from '../flow/reworded-holder';
import type { Fact, Match } from '../matching/fact';
import type { Holding, Matches } from './answered-trace';

/** One question: does this text still hold this fact? */
export interface OpenQuestion {
  readonly evidence: number;
  readonly node: number;
  readonly fact: Fact;
  readonly match: Match;
}

// Word matching is sure of what it found whole, and of texts that share nothing with the fact; but what an
// extraction wrote may say the same in words that are all others.
const SURE = 0.95;
const NOTHING = 0.05;

/** Most questions that one finding raises: the text it took for a holder, and the one it took for a loss. */
const MOST = 2;

/**
 * The texts a finding rests on and word matching cannot decide: what the accused operation wrote, read
 * or handed on, best match first; where none is accused, what the context is said to hold.
 */
export function openQuestions(
  graph: EvolutionGraph,
  failed: Case,
  verdict: Verdict,
  matches: Matches,
  answers: ReadonlyMap<number, ReadonlyMap<number, Holding>>,
): readonly OpenQuestion[] {
  const first = verdict.stages[0]?.variable;
  const evidence = first === undefined ? undefined : graph.findNode(first);
  const matched = evidence === undefined ? undefined : matches.get(evidence);
  if (evidence === undefined || matched === undefined) return [];
  const shareOf = (node: number): number => {
    const known = matched.get(node);
    return known === undefined ? 0 : share(known.fact, known.match);
  };
  const best = (nodes: Iterable<number>): number | undefined =>
    [...new Set(nodes)]
      .filter((node) => matched.has(node))
      .sort((a, b) => shareOf(b) - shareOf(a) || a - b)[0];
  const wanted = candidates(graph, failed, verdict).map(best);
  const isConstruction =
    verdict.errorType !== 'RetrievalError' && verdict.errorType !== 'ResponseError';
  const asked: OpenQuestion[] = [];
  for (const node of new Set(wanted)) {
    const known = node === undefined ? undefined : matched.get(node);
    if (node === undefined || known === undefined || shareOf(node) >= SURE) continue;
    if (!isConstruction && shareOf(node) < NOTHING) continue;
    if (answers.get(evidence)?.has(node) === true) continue;
    asked.push({ evidence, node, ...known });
    if (asked.length >= MOST) break;
  }
  return asked;
}

/** Groups of texts, of each of which the best match decides. */
function candidates(
  graph: EvolutionGraph,
  failed: Case,
  verdict: Verdict,
): readonly (readonly number[])[] {
  const given = unitsOf(graph, [
    ...(failed.answerOp === undefined ? [] : [failed.answerOp]),
    ...failed.retrievalOps,
  ]);
  if (verdict.errorType === 'ResponseError') return [given];
  const op = graph.findOperation(verdict.opId);
  if (op === undefined) return [];
  const { inputs, intermediates, outputs } = operationSubgraph(graph, op);
  const stage = (name: string): readonly number[] => {
    const variable = verdict.stages.find((each) => each.stage === name)?.variable;
    const node = variable === undefined ? undefined : graph.findNode(variable);
    return node === undefined ? [] : [node];
  };
  switch (verdict.errorType) {
    case 'ExtractionError':
      return [outputs, intermediates];
    case 'UpdateError':
      return [outputs, inputs];
    case 'DeletionError':
      return [inputs];
    case 'RetrievalError':
      return [stage('memory'), given];
  }
}

function unitsOf(graph: EvolutionGraph, ops: readonly string[]): readonly number[] {
  return ops.flatMap((id) => {
    const op = graph.findOperation(id);
    if (op === undefined) return [];
    const { inputs, intermediates, outputs } = operationSubgraph(graph, op);
    return [...inputs, ...intermediates, ...outputs].filter(
      (node) => graph.category(node) === 'memory_entry',
    );
  });
}
