import type { EvolutionGraph } from '../../graph/evolution-graph';
import { operationSubgraph } from '../../graph/subgraph';
import type { RecordedTrace } from '../engine/recorded-trace';
import { StoreShadow } from '../engine/store-shadow';
import type { Holds } from '../ideal/ideal';
import type { ReplayProofStep } from './proof';
import { quoteHolding } from './quote-holding';

/** What an operation lost, in quotes. */
export interface Loss {
  readonly isShown: boolean;
  readonly steps: readonly ReplayProofStep[];
}

/**
 * Shows that an operation's inputs held a part and its outputs do not. A search also reads the store,
 * a decision the memories it was shown; an answer loses by not saying what its context holds.
 */
export function lossAt(
  graph: EvolutionGraph,
  trace: RecordedTrace,
  operation: number,
  query: number,
  parts: readonly Holds[],
): Loss {
  const subgraph = operationSubgraph(graph, operation);
  const isAnswer = graph.operationName(operation) === 'question-answering';
  const isSearch = graph.operationCategory(operation) === 'retrieval';
  const readable = isAnswer
    ? subgraph.intermediates.filter((node) => graph.className(node) === 'context')
    : [...subgraph.inputs, ...(isSearch ? storeBefore(graph, trace, operation) : [])];
  const inputs = readable.filter((node) => node !== query && graph.category(node) !== 'prompt');
  const outputs = subgraph.outputs;
  const texts = outputs.map((node) => trace.words(node));
  const steps: ReplayProofStep[] = [];
  for (const holds of parts) {
    const isKept = !isAnswer && (texts.some(holds) || holds(texts.join('\n')));
    if (isKept) continue;
    const input = inputs.find((node) => holds(trace.words(node)));
    if (input === undefined) continue;
    const quote = quoteHolding(graph, input, holds);
    steps.push({
      part: 'input',
      speaksFor: true,
      opId: graph.opId(operation),
      variable: graph.nodeId(input),
      quotes: quote === undefined ? [] : [quote],
      sentence: isSearch ? 'The store held it.' : 'The input held it.',
    });
    const [output] = outputs;
    steps.push({
      part: 'output',
      speaksFor: true,
      opId: graph.opId(operation),
      variable: output === undefined ? undefined : graph.nodeId(output),
      quotes: [],
      sentence: isAnswer ? 'The answer does not say it.' : 'No output of the operation holds it.',
    });
  }
  return { isShown: steps.length > 0, steps };
}

/** The memory units alive when an operation ran. */
function storeBefore(
  graph: EvolutionGraph,
  trace: RecordedTrace,
  operation: number,
): readonly number[] {
  const store = new StoreShadow(trace);
  const rank = graph.rank(operation);
  for (const op of graph.adjacency.operationOrder) {
    if (graph.rank(op) >= rank) break;
    store.pass(trace.operation(op));
  }
  return [...store.live.values()];
}
