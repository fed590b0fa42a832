import { shorten } from '../../base/text/shorten';
import type { Case } from '../../cases/case';
import type { EvolutionGraph } from '../../graph/evolution-graph';
import type { TokenCounter } from '../../replay/tokens/token-counter';
import { plainText } from '../../trace/decode/plain-text';
import type {
  Alignment,
  CaseDifference,
  ComparedCase,
  ComparedSide,
  ComparedTotals,
} from './compare-contract';
import { wordKey } from './compare-operations';

const MOST_TEXT = 300;

/** A trace with its cases. */
export interface ComparedTrace {
  readonly graph: EvolutionGraph;
  readonly cases: readonly Case[];
}

/** Aligns the cases of two traces by the words of their questions, and says where each pair parts. */
export async function* compareCases(
  first: ComparedTrace,
  second: ComparedTrace,
  tokens: TokenCounter,
): AsyncGenerator<ComparedCase> {
  const waiting = new Map<string, Case[]>();
  for (const one of second.cases) {
    const list = waiting.get(wordKey(one.question));
    if (list === undefined) waiting.set(wordKey(one.question), [one]);
    else list.push(one);
  }
  for (const one of first.cases) {
    const other = waiting.get(wordKey(one.question))?.shift();
    yield {
      question: shorten(one.question, MOST_TEXT),
      first: await sideOf(first.graph, one, tokens),
      second: other && (await sideOf(second.graph, other, tokens)),
      difference: other && differenceOf(first.graph, one, second.graph, other),
    };
  }
  for (const left of waiting.values())
    for (const one of left)
      yield {
        question: shorten(one.question, MOST_TEXT),
        first: undefined,
        second: await sideOf(second.graph, one, tokens),
        difference: undefined,
      };
}

async function sideOf(
  graph: EvolutionGraph,
  one: Case,
  tokens: TokenCounter,
): Promise<ComparedSide> {
  const context = contextOf(graph, one);
  return {
    queryId: one.queryId,
    outcome: one.outcome,
    score: one.score,
    prediction: shorten(one.prediction, MOST_TEXT),
    contextTokens: context === undefined ? undefined : await tokens.count(context),
  };
}

/** The context that the answer was given, as text. */
function contextOf(graph: EvolutionGraph, one: Case): string | undefined {
  const op = one.answerOp === undefined ? undefined : graph.findOperation(one.answerOp);
  if (op === undefined) return undefined;
  for (const edge of graph.edgesOf(op)) {
    const node = graph.target(edge);
    if (graph.category(node) === 'memory_context') return plainText(graph.rawValue(node));
  }
  return undefined;
}

function differenceOf(
  first: EvolutionGraph,
  a: Case,
  second: EvolutionGraph,
  b: Case,
): CaseDifference | undefined {
  if (foundBy(first, a) !== foundBy(second, b)) return 'found';
  if (contextOf(first, a) !== contextOf(second, b)) return 'context';
  if (a.prediction.trim() !== b.prediction.trim()) return 'answer';
  return a.outcome !== b.outcome || a.score !== b.score ? 'judge' : undefined;
}

/** The texts of the units that the searches of a question found, in their order, without their ids. */
function foundBy(graph: EvolutionGraph, one: Case): string {
  const texts: string[] = [];
  for (const id of one.retrievalOps) {
    const op = graph.findOperation(id);
    if (op === undefined) continue;
    for (const edge of graph.edgesOf(op)) {
      const unit = graph.target(edge);
      if (graph.category(unit) === 'memory_entry')
        texts.push(graph.rawValue(unit).replace(/[0-9a-f-]{16,}/gi, '#'));
    }
  }
  return texts.join('\n');
}

/** The figures of one side over the cases that both have. */
export function totalsOf(rows: readonly ComparedCase[], side: 'first' | 'second'): ComparedTotals {
  const all = rows.flatMap((row) => row[side] ?? []);
  const aligned = rows.filter((row) => row.first && row.second).flatMap((row) => row[side] ?? []);
  const scores = aligned.flatMap(({ score }) => (score === undefined ? [] : [score]));
  const counts = aligned.flatMap((one) => one.contextTokens ?? []);
  const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);
  return {
    judged: all.length,
    passed: aligned.filter(({ outcome }) => outcome === 'passed').length,
    meanScore: scores.length === 0 ? undefined : sum(scores) / scores.length,
    scored: scores.length,
    contextTokens: counts.length === 0 ? undefined : sum(counts),
    counted: counts.length,
  };
}

/** How many questions both have, and how many only one. */
export const alignmentOf = (rows: readonly ComparedCase[]): Alignment => ({
  both: rows.filter(({ first, second }) => first && second).length,
  onlyFirst: rows.filter(({ second }) => !second).length,
  onlySecond: rows.filter(({ first }) => !first).length,
});

/** Whether the second trace passes what the first failed. */
export const isGained = ({ first, second }: ComparedCase): boolean =>
  first?.outcome === 'failed' && second?.outcome === 'passed';

/** Whether the second trace fails what the first passed. */
export const isLost = ({ first, second }: ComparedCase): boolean =>
  first?.outcome === 'passed' && second?.outcome === 'failed';
