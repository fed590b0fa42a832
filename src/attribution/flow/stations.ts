import type { ProofStage, Quote, Stage, StageStatus } from '../../cases/verdict';
import type { EvolutionGraph } from '../../graph/evolution-graph';
import type { Fact } from '../matching/fact';
import type { Holder } from './holder';
import type { FlowTrace, Loss } from './path';
import { quoteStart } from './quotes';
import type { QuerySide } from './query-side';

/** A station of the proof as the tracers know it: indexes instead of ids. */
export interface Station {
  readonly stage: Stage;
  readonly status: StageStatus;
  readonly op?: number | undefined;
  readonly node?: number | undefined;
  readonly quotes?: readonly Quote[];
  readonly sentence: string;
}

/** The station with the ids that a proof carries. */
export function toStage(graph: EvolutionGraph, station: Station): ProofStage {
  return {
    stage: station.stage,
    status: station.status,
    opId: station.op === undefined ? undefined : graph.opId(station.op),
    variable: station.node === undefined ? undefined : graph.nodeId(station.node),
    quotes: station.quotes ?? [],
    sentence: station.sentence,
  };
}

/** Who said the fact, for sentences. */
export const sayer = (fact: Fact): string =>
  fact.speaker === undefined ? 'The message' : `${fact.speaker}’s message`;

/** `1 unit`, `3 units`. */
export const counted = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? '' : 's'}`;

/** The evidence message itself, with the answer-bearing sentences quoted. */
export function evidenceStation(trace: FlowTrace, fact: Fact, holder: Holder): Station {
  const quotes = holder.quotes(fact.evidence);
  return {
    stage: 'evidence',
    status: 'held',
    node: fact.evidence,
    quotes: quotes.length > 0 ? quotes : quoteStart(trace, fact.evidence),
    sentence: `${sayer(fact)} says it.`,
  };
}

/** What became of the units that hold a fact between the question and its answer. */
export interface Reach {
  readonly loss: Loss | undefined;
  readonly stations: readonly Station[];
}

/**
 * The memory station: which units held the fact when the question was asked.
 * @param built the construction station, which shows what was written instead when none did
 */
export function memoryStation(
  holder: Holder,
  units: readonly number[],
  built: Station,
  missing: string,
): Station {
  const [first] = units;
  if (first === undefined)
    return {
      stage: 'memory',
      status: 'lost',
      node: built.node,
      quotes: built.quotes ?? [],
      sentence: missing,
    };
  return {
    stage: 'memory',
    status: 'held',
    node: first,
    quotes: units.slice(0, MOST_QUOTED).flatMap((unit) => holder.quotes(unit)),
    sentence: `${counted(units.length, 'memory unit')} held it when the question was asked.`,
  };
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
export function contextStation(trace: FlowTrace, holder: Holder, side: QuerySide): Station {
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

/** The context station of a fact that was lost before. */
export function absentContext(trace: FlowTrace, side: QuerySide): Station {
  const { context, answerOp } = side;
  return {
    stage: 'context',
    status: context === undefined ? 'not-recorded' : 'lost',
    op: answerOp,
    node: context,
    quotes: context === undefined ? [] : quoteStart(trace, context),
    sentence:
      context === undefined
        ? 'The trace does not show what the answering model was given.'
        : 'The context does not hold it.',
  };
}

/** Retrieval and context of a fact that never reached a unit. */
export function unreached(trace: FlowTrace, side: QuerySide): readonly Station[] {
  const [first] = side.retrieved;
  return [
    {
      stage: 'retrieval',
      status: 'lost',
      op: side.searches.at(-1),
      node: first,
      quotes: first === undefined ? [] : quoteStart(trace, first),
      sentence: 'No unit held it, so retrieval could not return it.',
    },
    absentContext(trace, side),
  ];
}

// More quotes than this hide the one that matters.
const MOST_QUOTED = 3;

/** Retrieval and context when another unit of the context answers the question by itself. */
export function answeredStations(
  side: QuerySide,
  node: number,
  quotes: readonly Quote[],
): readonly Station[] {
  return [
    {
      stage: 'retrieval',
      status: 'held',
      op: side.searches.at(-1),
      node,
      quotes,
      sentence: 'Another unit that answers the question was retrieved.',
    },
    {
      stage: 'context',
      status: 'held',
      op: side.answerOp,
      node,
      quotes,
      sentence: 'The context held another unit that answers the question by itself.',
    },
  ];
}
