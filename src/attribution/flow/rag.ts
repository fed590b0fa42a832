import type { EvolutionGraph } from '../../graph/evolution-graph';
import { bufferChain, type BufferChain } from './buffer-chain';
import { contextAnswer, quoteMatch, type ContextAnswer } from './context-answer';
import { VerbatimHolder, type Holder } from './holder';
import type { Loss, PathTracer } from './path';
import { querySide, type QuerySide } from './query-side';
import { construct } from './rag-construction';
import { reachContext } from './reach-context';
import {
  answeredStations,
  evidenceStation,
  memoryStation,
  toStage,
  unreached,
  type Station,
} from './stations';

/**
 * Follows a fact through a RAG trace: message → buffer → emitted document → unit → retrieved units →
 * context. No model takes part before the answer and text is copied, so holding is literal
 * containment; the edge from a message to the document that its arrival pushed out is never trusted
 * (memory-systems §2).
 */
export const traceRag: PathTracer = (trace, failed, fact) => {
  const { graph } = trace;
  const side = querySide(trace, failed);
  const chain = bufferChain(graph);
  const holder = new VerbatimHolder(trace, fact);
  const built = construct(trace, fact, holder, chain, side.until);
  const reached =
    built.units.length > 0 ? reachContext(trace, holder, side, built.units) : undefined;
  const loss = built.loss ?? reached?.loss;
  const answer = loss === undefined ? undefined : contextAnswer(trace, failed, side);
  const stations: readonly Station[] = [
    evidenceStation(trace, fact, holder),
    built.station,
    memoryStation(holder, built.units, built.station, 'No memory unit ever held it.'),
    ...(answer === undefined
      ? (reached?.stations ?? unreached(trace, side))
      : answeredStations(side, answer.node, quoteMatch(trace, answer))),
  ];
  return {
    fact,
    loss: answer === undefined ? loss : undefined,
    answeredBy: answer?.text,
    later: [],
    stages: stations.map((station) => toStage(graph, station)),
    units: built.units,
    stored: storedScore(graph, chain, holder, built.units, side),
    given: givenScore(holder, side, loss, answer),
  };
};

/** What the context holds: its units are prepared once a trace, the context would be once a case. */
function givenScore(
  holder: Holder,
  side: QuerySide,
  loss: Loss | undefined,
  answer: ContextAnswer | undefined,
): number {
  if (loss === undefined) return 1;
  return answer?.match.score ?? Math.max(0, ...side.given.map((unit) => holder.score(unit)));
}

/** The most any unit alive at query time holds: other units may say the same in other words. */
function storedScore(
  graph: EvolutionGraph,
  chain: BufferChain,
  holder: Holder,
  units: readonly number[],
  side: QuerySide,
): number {
  if (units.length > 0) return 1;
  let best = 0;
  for (const { unit, op } of chain.units)
    if (graph.rank(op) < side.until) best = Math.max(best, holder.score(unit));
  return best;
}
