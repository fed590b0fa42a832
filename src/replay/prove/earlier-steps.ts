import type { EvolutionGraph } from '../../graph/evolution-graph';
import type { RecordedTrace } from '../engine/recorded-trace';
import type { Holds } from '../ideal/ideal';
import type { ReplayProofStep } from './proof';
import { quoteHolding } from './quote-holding';

/** So many operations are shown for each part, the last ones first looked for. */
const SHOWN = 4;

/** Categories whose variables carry information on its way into the store. */
const CARRIERS = new Set([
  'memory_entry',
  'message_buffer',
  'temporary_variable',
  'llm_response',
  'memory_context',
]);

/**
 * The operations before the accused one that took a part in and passed it on: right, so that their
 * correction would change nothing. The first and the last few for each part.
 */
export function earlierSteps(
  graph: EvolutionGraph,
  trace: RecordedTrace,
  parts: readonly Holds[],
  rank: number,
): readonly ReplayProofStep[] {
  const order = graph.adjacency.operationOrder.slice(0, rank);
  return parts.flatMap((holds) => {
    const holders = new Map<number, boolean>();
    const held = (node: number): boolean => {
      const known = holders.get(node);
      if (known !== undefined) return known;
      const answer = holds(trace.words(node));
      holders.set(node, answer);
      return answer;
    };
    const carrying: ReplayProofStep[] = [];
    for (let i = order.length - 1; i >= 0 && carrying.length < SHOWN; i--) {
      const op = order[i] ?? 0;
      const { inputs, outputs } = trace.operation(op);
      const output = outputs.find((node) => CARRIERS.has(graph.category(node)) && held(node));
      if (output === undefined || !inputs.some(held)) continue;
      const quote = quoteHolding(graph, output, holds);
      carrying.unshift({
        part: 'earlier',
        speaksFor: true,
        opId: graph.opId(op),
        variable: graph.nodeId(output),
        quotes: quote === undefined ? [] : [quote],
        sentence: 'The operation passed it on: correcting it changes nothing.',
      });
    }
    return carrying;
  });
}
