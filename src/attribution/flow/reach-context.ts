import type { Holder } from './holder';
import type { FlowTrace, Loss } from './path';
import { quoteStart } from './quotes';
import type { QuerySide } from './query-side';
import { absentContext, counted, type Station } from './stations';

/** What became of the units that hold a fact between the question and its answer. */
export interface Reach {
  readonly loss: Loss | undefined;
  readonly stations: readonly Station[];
}

/**
 * The default way from alive units to the context: some unit that holds the fact is among those
 * handed to the answer, and the context made of them still holds it. For systems whose retrieval is
 * one operation.
 */
export function reachContext(
  trace: FlowTrace,
  holder: Holder,
  side: QuerySide,
  units: readonly number[],
): Reach {
  const alive = new Set(units);
  const found = side.retrieved.filter((unit) => alive.has(unit));
  const given = side.given.filter((unit) => alive.has(unit));
  // With several searches in a row the first is the earliest whose correction would have sufficed.
  const op = side.searches[0] ?? side.fallbackOp;
  if (found.length === 0 && given.length === 0) return notRetrieved(trace, side, op);
  const unit = found[0] ?? given[0];
  const retrieval: Station = {
    stage: 'retrieval',
    status: 'held',
    op,
    node: unit,
    quotes: unit === undefined ? [] : holder.quotes(unit),
    sentence: 'A unit that holds it was retrieved.',
  };
  const context = contextStation(trace, holder, side);
  if (context.status !== 'lost') return { loss: undefined, stations: [retrieval, context] };
  const loss: Loss = {
    errorType: 'RetrievalError',
    op: side.answerOp ?? op,
    certainty: 0.8,
    sentence: 'A unit that holds it was retrieved, but the context made of it left it out.',
  };
  return { loss, stations: [retrieval, context] };
}

function notRetrieved(trace: FlowTrace, side: QuerySide, op: number): Reach {
  const count = side.retrieved.length;
  const sentence =
    count === 0
      ? 'Retrieval returned nothing although a unit holds it.'
      : `None of the ${counted(count, 'retrieved unit')} holds it, although the store does.`;
  const [first] = side.retrieved;
  return {
    loss: { errorType: 'RetrievalError', op, certainty: 0.9, sentence },
    stations: [
      {
        stage: 'retrieval',
        status: 'lost',
        op,
        node: first,
        quotes: first === undefined ? [] : quoteStart(trace, first),
        sentence,
      },
      absentContext(trace, side),
    ],
  };
}

/** The context station of a fact that should be there. */
function contextStation(trace: FlowTrace, holder: Holder, side: QuerySide): Station {
  const { context, answerOp } = side;
  if (context === undefined)
    return {
      stage: 'context',
      status: 'not-recorded',
      op: answerOp,
      sentence: 'The trace does not show what the answering model was given.',
    };
  if (holder.held(context))
    return {
      stage: 'context',
      status: 'held',
      op: answerOp,
      node: context,
      quotes: holder.quotes(context),
      sentence: 'The context that the answer was written from holds it.',
    };
  return absentContext(trace, side);
}
