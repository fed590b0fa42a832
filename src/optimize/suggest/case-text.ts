import type { Case } from '../../cases/case';
import { shownType, type Verdict } from '../../cases/verdict';
import type { EvolutionGraph } from '../../graph/evolution-graph';
import { operationSubgraph } from '../../graph/subgraph';
import { plainText } from '../../trace/decode/plain-text';

/** Longest value shown to the optimising model, in characters: prompts and contexts can be much longer. */
const LONGEST = 2_000;
/** Variables shown of one operation. */
const MOST = 24;

/** A failed case with the operation that broke it, as the optimising model reads it. */
export function caseText(graph: EvolutionGraph, failed: Case, verdict: Verdict): string {
  const evidence = failed.evidence.flatMap((id) => {
    const node = graph.findNode(id);
    return node === undefined ? [] : [short(plainText(graph.rawValue(node)))];
  });
  const op = graph.findOperation(verdict.opId);
  return [
    `Question: ${failed.question}`,
    `Right answer: ${failed.goldAnswers.join(' | ')}`,
    `Given answer: ${short(failed.prediction)}`,
    ...evidence.map((text) => `Message that holds the answer: ${text}`),
    `What went wrong (${shownType(verdict)}): ${verdict.sentence}`,
    ...(op === undefined ? [] : ['', 'The step', operationText(graph, op)]),
  ].join('\n');
}

/** What an operation read and wrote. The prompt templates it read are shown elsewhere. */
export function operationText(graph: EvolutionGraph, op: number): string {
  const { inputs, intermediates, outputs } = operationSubgraph(graph, op);
  const lines = (title: string, nodes: readonly number[]): readonly string[] => {
    const shown = nodes
      .filter((node) => graph.category(node) !== 'prompt' && graph.category(node) !== 'sentinel')
      .slice(0, MOST);
    return shown.map((node) => {
      const name = graph.className(node) ?? graph.category(node);
      return `${title} ${name}: ${short(plainText(graph.rawValue(node)))}`;
    });
  };
  return [
    `Operation: ${graph.operationName(op)} (${graph.operationCategory(op)})`,
    ...lines('Read', inputs),
    ...lines('Wrote', [...intermediates, ...outputs]),
  ].join('\n');
}

const short = (text: string): string =>
  text.length <= LONGEST ? text : `${text.slice(0, LONGEST)} […]`;
