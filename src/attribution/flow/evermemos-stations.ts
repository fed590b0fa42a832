import type { Quote } from '../../cases/verdict';
import type { Fact } from '../matching/fact';
import type { EverConstruction } from './evermemos-construction';
import type { Kept } from './evermemos-kept';
import type { FlowTrace, Loss } from './path';
import { quoteSpans, quoteStart, quoteTextSpans } from './quotes';
import type { QuerySide } from './query-side';
import { absentContext, counted, sayer, type Station } from './stations';

/** The evidence message with its answer-bearing sentence. */
export function everEvidence(trace: FlowTrace, fact: Fact): Station {
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

/** What the episode made of the message shows of it. */
export function everConstruction(trace: FlowTrace, fact: Fact, built: EverConstruction): Station {
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
export function unitQuotes(trace: FlowTrace, kept: Pick<Kept, 'unit' | 'shown'>): readonly Quote[] {
  const { unit, shown } = kept;
  const quotes =
    shown.span === undefined
      ? []
      : quoteTextSpans(trace.graph, unit.node, unit.shown, [shown.span]);
  if (quotes.length > 0) return quotes;
  const end = Math.min(120, unit.shown.length);
  return quoteTextSpans(trace.graph, unit.node, unit.shown, [{ start: 0, end }]);
}

/** The units that held the fact when the question was asked. */
export function everMemory(
  trace: FlowTrace,
  built: EverConstruction,
  alive: readonly Kept[],
): Station {
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

/** Retrieval and context of a fact that some unit held. */
export function everQuery(
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
