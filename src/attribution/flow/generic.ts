import type { Fact } from '../matching/fact';
import { contextAnswer, quoteMatch } from './context-answer';
import type { WalkStep } from './forward-walk';
import { isRawMaterial, lastHolding, walk } from './generic-walk';
import type { Holder } from './holder';
import { aliveVersion, deletionOf, type Lifeline } from './lifelines';
import type { FlowTrace, Loss, PathTracer } from './path';
import { quoteStart } from './quotes';
import { querySide, type QuerySide } from './query-side';
import { reachContext } from './reach-context';
import {
  answeredStations,
  evidenceStation,
  memoryStation,
  toStage,
  unreached,
  type Station,
} from './stations';
import { unreadMessage } from './unread-message';
import { operationPhrase, quoted } from './wording';

/**
 * Follows a fact through a trace of an unknown memory system: forward from its message through the
 * operations that read a carrier, checking the text of everything they wrote; then through the
 * lifelines of the units it reached; then to the context. Knows nothing but messages, units,
 * retrieval and the answer (memory-systems §0).
 */
export const traceGeneric: PathTracer = (trace, failed, fact) => {
  const { graph } = trace;
  const side = querySide(trace, failed);
  const { holder, steps, lines } = walk(trace, fact, side);
  const alive = lines.flatMap((line) => {
    const last = aliveVersion(graph, line, side.until);
    return last !== undefined && holder.held(last.node) ? [last.node] : [];
  });
  const built = alive.length > 0 ? undefined : lossOf(trace, fact, holder, side, steps, lines);
  const reached = alive.length > 0 ? reachContext(trace, holder, side, alive) : undefined;
  const given = side.context === undefined ? 0 : holder.score(side.context);
  const lost = built ?? reached?.loss;
  const answer = lost === undefined ? undefined : contextAnswer(trace, failed, side);
  const loss = answer === undefined ? lost : undefined;
  const construction = constructionStation(trace, fact, holder, steps, lines, built);
  const stations: readonly Station[] = [
    evidenceStation(trace, fact, holder),
    construction,
    memoryStation(
      holder,
      alive,
      construction,
      'No memory unit held it when the question was asked.',
    ),
    ...(answer === undefined
      ? (reached?.stations ?? unreached(trace, side))
      : answeredStations(side, answer.node, quoteMatch(trace, answer))),
  ];
  return {
    fact,
    loss,
    answeredBy: answer?.text,
    later: [],
    stages: stations.map((station) => toStage(graph, station)),
    units: alive,
    stored: Math.max(0, ...alive.map((node) => holder.score(node))),
    given,
  };
};

function lossOf(
  trace: FlowTrace,
  fact: Fact,
  holder: Holder,
  side: QuerySide,
  steps: readonly WalkStep[],
  lines: readonly Lifeline[],
): Loss {
  const changes = lines.flatMap((line) => changeOf(trace, fact, holder, side, line) ?? []);
  const [first] = changes.sort((a, b) => trace.graph.rank(a.op) - trace.graph.rank(b.op));
  if (first !== undefined) return first;
  const last = steps.at(-1);
  if (last === undefined) return unreadMessage(trace, fact, side.until);
  return {
    errorType: 'ExtractionError',
    op: last.op,
    certainty: 0.7,
    sentence: `${operationPhrase(trace.graph, last.op)} read ${quoted(fact.text)} and wrote nothing that holds it.`,
  };
}

/** How a unit that once held the fact came to hold it no longer. */
function changeOf(
  trace: FlowTrace,
  fact: Fact,
  holder: Holder,
  side: QuerySide,
  line: Lifeline,
): Loss | undefined {
  const { graph } = trace;
  const { version, next } = lastHolding(trace, holder, side, line);
  if (version === undefined) return undefined;
  if (next !== undefined)
    return {
      errorType: isRawMaterial(graph, next) ? 'ExtractionError' : 'UpdateError',
      op: next,
      certainty: 0.8,
      sentence: `${operationPhrase(graph, next)} rewrote a unit that held ${quoted(fact.text)}; the new version does not.`,
    };
  const deleted = deletionOf(graph, line, version, side.until);
  if (deleted === undefined) return undefined;
  return {
    errorType: 'DeletionError',
    op: deleted,
    certainty: 0.9,
    sentence: `${operationPhrase(graph, deleted)} deleted the unit that held ${quoted(fact.text)}.`,
  };
}

function constructionStation(
  trace: FlowTrace,
  fact: Fact,
  holder: Holder,
  steps: readonly WalkStep[],
  lines: readonly Lifeline[],
  loss: Loss | undefined,
): Station {
  const stored = steps.find(({ held }) => held.some((node) => lines.some((l) => has(l, node))));
  const node = stored?.held.find((held) => lines.some((line) => has(line, held)));
  if (stored !== undefined && node !== undefined)
    return {
      stage: 'construction',
      status: 'held',
      op: stored.op,
      node,
      quotes: holder.quotes(node),
      sentence: `${operationPhrase(trace.graph, stored.op)} wrote a unit that holds it.`,
    };
  const last = steps.findLast(({ held }) => held.length > 0)?.held[0];
  return {
    stage: 'construction',
    status: 'lost',
    op: loss?.op,
    node: last ?? fact.evidence,
    quotes: last === undefined ? quoteStart(trace, fact.evidence) : holder.quotes(last),
    sentence: loss?.sentence ?? 'No operation made a unit of it.',
  };
}

const has = (line: Lifeline, node: number): boolean =>
  line.versions.some((version) => version.node === node);
