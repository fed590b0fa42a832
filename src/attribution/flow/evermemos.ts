import type { Case } from '../../cases/case';
import type { Fact } from '../matching/fact';
import { contextAnswer } from './context-answer';
import { construct } from './evermemos-construction';
import { keptBy, textsOf, type Kept } from './evermemos-kept';
import { retrievalLoss } from './evermemos-retrieval';
import {
  everConstruction,
  everEvidence,
  everMemory,
  everQuery,
  unitQuotes,
} from './evermemos-stations';
import { everUnits, type EverUnit } from './evermemos-units';
import type { FlowTrace, Loss, PathTracer } from './path';
import { querySide, type QuerySide } from './query-side';
import { isEnough, share } from './reworded-holder';
import { answeredStations, toStage, unreached, type Station } from './stations';

/**
 * Follows a fact through an EverMemOS trace: message → buffer → boundary → unit → episode → two
 * rounds of search → final rerank → context (memory-systems §4).
 */
export const traceEverMemOS: PathTracer = (trace, failed, fact) => {
  const { graph } = trace;
  const side = querySide(trace, failed);
  const built = construct(trace, fact, side.until);
  const alive = built.own.filter(({ enough }) => enough);
  const given = givenUnits(trace, fact, side);
  const reached = alive.find(({ unit }) => given.some((other) => other.unit === unit));
  const contextHolds = reached !== undefined && inContext(trace, fact, side, reached);
  const lost = built.loss ?? lossAfter(trace, side, alive, reached, contextHolds);
  const answer = lost === undefined ? undefined : answeringUnit(trace, failed, side);
  const loss = answer === undefined ? lost : undefined;
  const stations: readonly Station[] = [
    everEvidence(trace, fact),
    everConstruction(trace, fact, built),
    everMemory(trace, built, alive),
    ...(answer !== undefined
      ? answeredStations(side, answer.unit.node, unitQuotes(trace, answer))
      : alive.length === 0
        ? unreached(trace, side)
        : everQuery(trace, side, alive, reached, loss)),
  ];
  return {
    fact,
    loss,
    answeredBy: answer?.text,
    later: [],
    stages: stations.map((station) => toStage(graph, station)),
    units: built.own.filter(({ shown }) => shown.level !== 'none').map(({ unit }) => unit.node),
    stored: Math.max(0, ...built.own.map(({ shown }) => share(fact, shown))),
    given: Math.max(0, ...given.map(({ shown }) => share(fact, shown))),
  };
};

/** The units in the context, with what each holds of the fact. */
function givenUnits(trace: FlowTrace, fact: Fact, side: QuerySide): readonly Kept[] {
  const { byNode } = everUnits(trace.graph);
  const nodes = side.given.length > 0 ? side.given : side.retrieved;
  const units = new Set<EverUnit>();
  for (const node of nodes) {
    const unit = byNode.get(node);
    if (unit !== undefined) units.add(unit);
  }
  return [...units].map((unit) => keptBy(trace, fact, unit));
}

/** A unit in the context that answers the question by itself, in what it shows. */
function answeringUnit(
  trace: FlowTrace,
  failed: Case,
  side: QuerySide,
): (Pick<Kept, 'unit' | 'shown'> & { readonly text: string }) | undefined {
  const { byNode } = everUnits(trace.graph);
  const answer = contextAnswer(trace, failed, side, (node) => {
    const unit = byNode.get(node);
    return unit === undefined ? trace.prepared(node) : textsOf(unit).shown;
  });
  const unit = answer === undefined ? undefined : byNode.get(answer.node);
  if (answer === undefined || unit === undefined) return undefined;
  return { unit, shown: answer.match, text: answer.text };
}

/** Whether the context still shows what the unit shows of the fact. */
function inContext(trace: FlowTrace, fact: Fact, side: QuerySide, kept: Kept): boolean {
  const { context } = side;
  const { span } = kept.shown;
  if (context === undefined || span === undefined) return true;
  const lines = kept.unit.shown.slice(span.start, span.end).split('\n');
  const text = trace.text(context);
  if (lines.every((line) => text.includes(line))) return true;
  return isEnough(trace, fact, trace.match(fact, context));
}

function lossAfter(
  trace: FlowTrace,
  side: QuerySide,
  alive: readonly Kept[],
  reached: Kept | undefined,
  contextHolds: boolean,
): Loss | undefined {
  if (contextHolds || alive.length === 0) return undefined;
  const retrieved = new Set(side.retrieved);
  const found = alive.some(({ unit }) => unit.lifeline.versions.some((v) => retrieved.has(v.node)));
  if (reached === undefined && !found)
    return retrievalLoss(
      trace.graph,
      side,
      alive.map(({ unit }) => unit),
    );
  return {
    errorType: 'RetrievalError',
    op: side.answerOp ?? side.fallbackOp,
    certainty: 0.8,
    sentence: 'A unit that holds it was retrieved, but the context made of it left it out.',
  };
}
