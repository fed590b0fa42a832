import type { Case } from '../../cases/case';
import type { ProofStage } from '../../cases/verdict';
import type { FlowTrace } from './path';
import { quoteStart } from './quotes';

/** The last two stations of a case: what was answered, and what the judge made of it. */
export function answerStages(
  trace: FlowTrace,
  failed: Case,
  contextHeld: boolean,
): readonly ProofStage[] {
  const { graph } = trace;
  const prediction =
    failed.predictionId === undefined ? undefined : graph.findNode(failed.predictionId);
  const response = judgeVariable(trace, failed);
  return [
    {
      stage: 'answer',
      status: prediction === undefined ? 'not-recorded' : 'lost',
      opId: failed.answerOp,
      variable: failed.predictionId,
      quotes: prediction === undefined ? [] : quoteStart(trace, prediction),
      sentence: contextHeld
        ? 'The answer does not say it, although the context did.'
        : 'The answer was written without it.',
    },
    {
      stage: 'judge',
      status: response === undefined ? 'not-recorded' : 'held',
      opId: failed.judgeOp,
      variable: response === undefined ? undefined : graph.nodeId(response),
      quotes: response === undefined ? [] : quoteStart(trace, response),
      sentence:
        failed.score === undefined
          ? 'No readable score was recorded.'
          : `The judge gave ${String(failed.score)}.`,
    },
  ];
}

function judgeVariable({ graph }: FlowTrace, failed: Case): number | undefined {
  const op = failed.judgeOp === undefined ? undefined : graph.findOperation(failed.judgeOp);
  if (op === undefined) return undefined;
  for (const edge of graph.edgesOf(op)) {
    const node = graph.target(edge);
    if (graph.className(node) === 'judge_response') return node;
  }
  return undefined;
}
