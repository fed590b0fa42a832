import type { Case } from '../../cases/case';
import type { Quote } from '../../cases/verdict';
import type { Fact } from '../matching/fact';
import { contextAnswer } from './context-answer';
import {
  construct,
  keptBy,
  textsOf,
  type EverConstruction,
  type Kept,
} from './evermemos-construction';
import { retrievalLoss } from './evermemos-retrieval';
import { everUnits, type EverUnit } from './evermemos-units';
import type { FlowTrace, Loss, PathTracer } from './path';
import { quoteSpans, quoteStart, quoteTextSpans } from './quotes';
import { querySide, type QuerySide } from './query-side';
import { isEnough, share } from './reworded-holder';
import {
  absentContext,
  answeredStations,
  counted,
  sayer,
  toStage,
  unreached,
  type Station,
} from './stations';

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
    evidence(trace, fact),
    constructionStation(trace, fact, built),
    memory(trace, built, alive),
    ...(answer !== undefined
      ? answeredStations(side, answer.unit.node, unitQuotes(trace, answer))
      : alive.length === 0
        ? unreached(trace, side)
        : query(trace, side, alive, reached, loss)),
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

function evidence(trace: FlowTrace, fact: Fact): Station {
  const at = trace.text(fact.evidence).indexOf(fact.text);
  const node = fact.evidence;
  const quotes = at < 0 ? [] : quoteSpans(trace, node, [{ start: at, end: at + fact.text.length }]);
  return {
    stage: 'evidence',
    status: 'held',
    node,
    quotes: quotes.length > 0 ? quotes : quoteStart(trace, node),
    sentence: `${sayer(fact)} says it.`,
  };
}

function constructionStation(trace: FlowTrace, fact: Fact, built: EverConstruction): Station {
  const first = built.own.find(({ enough }) => enough) ?? built.own[0];
  const status = built.loss === undefined ? 'held' : first === undefined ? 'lost' : partly(built);
  const node = first?.unit.node ?? built.lossNode;
  return {
    stage: 'construction',
    status,
    op: built.loss?.op ?? first?.unit.extractOp,
    node,
    quotes:
      first === undefined
        ? node === undefined
          ? []
          : quoteStart(trace, node)
        : unitQuotes(trace, first),
    sentence: built.loss?.sentence ?? `The episode written from ${sayer(fact)} tells it.`,
  };
}

const partly = (built: EverConstruction): 'partly' | 'lost' =>
  built.own.some(({ shown }) => shown.level !== 'none') ? 'partly' : 'lost';

/** What a unit shows of a fact, or how it starts. */
function unitQuotes(trace: FlowTrace, kept: Pick<Kept, 'unit' | 'shown'>): readonly Quote[] {
  const { unit, shown } = kept;
  const quotes =
    shown.span === undefined
      ? []
      : quoteTextSpans(trace.graph, unit.node, unit.shown, [shown.span]);
  if (quotes.length > 0) return quotes;
  const end = Math.min(120, unit.shown.length);
  return quoteTextSpans(trace.graph, unit.node, unit.shown, [{ start: 0, end }]);
}

function memory(trace: FlowTrace, built: EverConstruction, alive: readonly Kept[]): Station {
  const [first] = alive;
  if (first !== undefined)
    return {
      stage: 'memory',
      status: 'held',
      node: first.unit.node,
      quotes: alive.slice(0, 2).flatMap((kept) => unitQuotes(trace, kept)),
      sentence: `${counted(alive.length, 'memory unit')} held it when the question was asked.`,
    };
  const [made] = built.own;
  return {
    stage: 'memory',
    status: built.own.length === 0 ? 'lost' : partly(built),
    node: made?.unit.node,
    quotes: made === undefined ? [] : unitQuotes(trace, made),
    sentence:
      made === undefined
        ? 'No memory unit was ever made of it.'
        : 'No unit made of the message shows all of it.',
  };
}

function query(
  trace: FlowTrace,
  side: QuerySide,
  alive: readonly Kept[],
  reached: Kept | undefined,
  loss: Loss | undefined,
): readonly Station[] {
  const context =
    loss === undefined ? heldContext(trace, side, reached) : absentContext(trace, side);
  if (loss === undefined || loss.op === side.answerOp) {
    const found = reached ?? alive[0];
    const retrieval: Station = {
      stage: 'retrieval',
      status: 'held',
      op: side.searches.at(-1),
      node: found?.unit.node,
      quotes: found === undefined ? [] : unitQuotes(trace, found),
      sentence: 'A unit that holds it was retrieved.',
    };
    return [retrieval, context];
  }
  const [instead] = side.given;
  const retrieval: Station = {
    stage: 'retrieval',
    status: 'lost',
    op: loss.op,
    node: instead,
    quotes: instead === undefined ? [] : quoteStart(trace, instead),
    sentence: loss.sentence,
  };
  return [retrieval, context];
}

function heldContext(trace: FlowTrace, side: QuerySide, reached: Kept | undefined): Station {
  const { context, answerOp } = side;
  if (context === undefined) return absentContext(trace, side);
  const text = trace.text(context);
  const span = reached?.shown.span;
  const line =
    span === undefined
      ? ''
      : (reached?.unit.shown.slice(span.start, span.end).split('\n').at(-1) ?? '');
  const at = line === '' ? -1 : text.indexOf(line);
  return {
    stage: 'context',
    status: 'held',
    op: answerOp,
    node: context,
    quotes:
      at < 0
        ? quoteStart(trace, context)
        : quoteSpans(trace, context, [{ start: at, end: at + line.length }]),
    sentence: 'The context that the answer was written from holds it.',
  };
}
