import type { ProofStage, Quote, Stage, StageStatus } from '../../cases/verdict';
import type { EvolutionGraph } from '../../graph/evolution-graph';
import type { Fact } from '../matching/fact';
import type { Holder } from './holder';
import type { FlowTrace } from './path';
import { quoteSpans, quoteStart } from './quotes';
import type { QuerySide } from './query-side';
import { needleOf, verbatimSpans } from './verbatim';

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
  const spans = verbatimSpans(trace.text(fact.evidence), needleOf(trace.graph, fact), MOST_QUOTED);
  const quotes =
    spans.length > 0 ? quoteSpans(trace, fact.evidence, spans) : holder.quotes(fact.evidence);
  return {
    stage: 'evidence',
    status: 'held',
    node: fact.evidence,
    quotes: quotes.length > 0 ? quotes : quoteStart(trace, fact.evidence),
    sentence: `${sayer(fact)} says it.`,
  };
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
