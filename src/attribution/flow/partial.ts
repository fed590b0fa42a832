import { goldText, type Case } from '../../cases/case';
import type { Doubt, ProofStage, Quote, Verdict } from '../../cases/verdict';
import { goldAbstains } from '../matching/abstention';
import type { Fact } from '../matching/fact';
import { answerStages } from './answer-stages';
import { contextAnswer, quoteMatch } from './context-answer';
import { decide, type Finding } from './decide';
import type { FactPath, FlowTrace, Loss } from './path';
import { querySide, type QuerySide } from './query-side';
import { quoteStart } from './quotes';
import { RewordedHolder } from './reworded-holder';
import { evidenceStation, toStage, type Station } from './stations';
import type { Start } from './verdict';
import { operationPhrase, quoted } from './wording';

const WHOLE_RUN =
  'Drop the trace of the run, with how memories were made: it says at which operation this was lost.';

const EARLIER = 'Earlier stages were not recorded in this file';

/**
 * How often the side was right on labelled traces (246 verdicts; README.md has the table): that the
 * answer was given to the model, or that it was not. It says nothing of where it was lost before.
 */
const SURE = {
  givenByGold: 0.8,
  absentByGold: 0.8,
  givenByEvidence: 0.6,
  absentByEvidence: 0.93,
  silence: 0.5,
  unknown: 0.2,
} as const;

/** Below this the proof does not decide the case. */
const UNSURE = 0.7;

/**
 * The verdict on a case of a file that holds what was retrieved, but not how memories were made
 * (results and spans of other tools): whether the answer was given to the model decides between
 * retrieval and response. What was lost before retrieval cannot be told from it, and the verdict says so.
 * @param facts what the evidence messages say, where the file has their text
 */
export function partialVerdict(
  trace: FlowTrace,
  failed: Case,
  start: Start,
  facts: readonly Fact[],
  doubts: readonly Doubt[],
): Verdict {
  const side = querySide(trace, failed);
  const finding =
    facts.length > 0 ? byEvidence(trace, failed, side, facts, start) : byGold(trace, failed, side);
  const op = finding.loss?.op ?? side.answerOp ?? side.fallbackOp;
  // What was lost may have been lost before retrieval, of which nothing is known.
  const unsure = finding.loss !== undefined || finding.confidence < UNSURE;
  return {
    traceKey: trace.graph.key,
    queryId: failed.queryId,
    method: 'flow',
    ...start,
    errorType: finding.loss === undefined ? 'ResponseError' : 'RetrievalError',
    opId: trace.graph.opId(op),
    confidence: finding.confidence,
    unsure,
    settle: unsure ? finding.settle : undefined,
    sentence: finding.sentence,
    stages: [...finding.stages, ...answerStages(trace, failed, finding.loss === undefined)],
    laterLosses: [],
    doubts,
  };
}

interface Partial {
  readonly loss: Loss | undefined;
  readonly sentence: string;
  readonly confidence: number;
  readonly settle: string;
  readonly stages: readonly ProofStage[];
}

/** By the gold answer alone: it is in what the model was given, or it is not. */
function byGold(trace: FlowTrace, failed: Case, side: QuerySide): Partial {
  const gold = goldText(failed);
  const nodes = shownTo(side);
  const ask = side.searches[0] ?? side.fallbackOp;
  if (gold.trim() === '' || goldAbstains(gold)) {
    const unknown = gold.trim() === '';
    return {
      loss: undefined,
      sentence: unknown
        ? `No right answer is recorded, so the context cannot be searched for it. ${EARLIER}.`
        : `The right answer was that there is none, but the answer said ${quoted(failed.prediction)}. ${EARLIER}.`,
      confidence: unknown ? SURE.unknown : SURE.silence,
      settle: unknown
        ? 'Record the right answer of the question.'
        : 'Read the context: it may hold what led the answer astray.',
      stages: stagesOf(trace, side, undefined, 'Nothing was looked for in it.'),
    };
  }
  const found = contextAnswer(trace, failed, { ...side, given: nodes });
  if (found !== undefined)
    return {
      loss: undefined,
      sentence: `The context held ${quoted(found.text)}, but the answer said ${quoted(failed.prediction)}. ${EARLIER}.`,
      confidence: SURE.givenByGold,
      settle: '',
      stages: stagesOf(trace, side, quoteMatch(trace, found), 'It holds the answer.'),
    };
  const sentence = `${operationPhrase(trace.graph, ask)} brought nothing that holds ${quoted(gold)}. ${EARLIER}: whether a memory ever held it cannot be told.`;
  return {
    loss: { errorType: 'RetrievalError', op: ask, certainty: SURE.absentByGold, sentence },
    sentence,
    confidence: SURE.absentByGold,
    settle: WHOLE_RUN,
    stages: stagesOf(trace, side, [], `It does not hold ${quoted(gold)}.`),
  };
}

/** By what the evidence messages say: each fact is in what the model was given, or it is not. */
function byEvidence(
  trace: FlowTrace,
  failed: Case,
  side: QuerySide,
  facts: readonly Fact[],
  start: Start,
): Partial {
  const paths = facts.map((fact) => pathOf(trace, failed, side, fact));
  const finding: Finding | undefined = decide(trace, failed, paths, start.evidenceMode);
  const path = finding?.path ?? paths[0];
  const loss = finding?.loss;
  const text = path?.answeredBy ?? path?.fact.text ?? '';
  return {
    loss,
    sentence:
      loss === undefined
        ? `The context held ${quoted(text)}, but the answer said ${quoted(failed.prediction)}. ${EARLIER}.`
        : loss.sentence,
    confidence: loss === undefined ? SURE.givenByEvidence : SURE.absentByEvidence,
    settle: loss === undefined ? 'Read the quoted spans side by side.' : WHOLE_RUN,
    stages: path?.stages ?? stagesOf(trace, side, [], 'Nothing was followed to it.'),
  };
}

function pathOf(trace: FlowTrace, failed: Case, side: QuerySide, fact: Fact): FactPath {
  const holder = new RewordedHolder(trace, fact);
  const nodes = shownTo(side);
  const held = nodes.find((node) => holder.held(node));
  const answer =
    held === undefined ? contextAnswer(trace, failed, { ...side, given: nodes }) : undefined;
  const op = side.searches[0] ?? side.fallbackOp;
  const isGiven = held !== undefined || answer !== undefined;
  const quotes =
    held !== undefined
      ? holder.quotes(held)
      : answer === undefined
        ? []
        : quoteMatch(trace, answer);
  const sentence = `${operationPhrase(trace.graph, op)} brought nothing that holds ${quoted(fact.text)}. ${EARLIER}: whether a memory ever held it cannot be told.`;
  const [, ...rest] = stagesOf(
    trace,
    side,
    isGiven ? quotes : [],
    isGiven ? 'It holds it.' : 'It does not hold it.',
  );
  return {
    fact,
    loss: isGiven
      ? undefined
      : { errorType: 'RetrievalError', op, certainty: SURE.absentByEvidence, sentence },
    answeredBy: answer?.text,
    later: [],
    stages: [toStage(trace.graph, evidenceStation(trace, fact, holder)), ...rest],
    units: [],
    stored: 0,
    given: Math.max(0, ...nodes.map((node) => holder.score(node))),
  };
}

/** What the answering model was given, as far as it is recorded. */
const shownTo = (side: QuerySide): readonly number[] =>
  side.context === undefined ? [...new Set([...side.given, ...side.retrieved])] : [side.context];

/**
 * The stations up to the context.
 * @param quotes what the context shows: nothing for a loss, `undefined` when nothing was looked for
 */
function stagesOf(
  trace: FlowTrace,
  side: QuerySide,
  quotes: readonly Quote[] | undefined,
  sentence: string,
): readonly ProofStage[] {
  const [node] = shownTo(side);
  const lost = quotes?.length === 0;
  const status = quotes === undefined ? 'not-recorded' : lost ? 'lost' : 'held';
  const start = node === undefined ? [] : quoteStart(trace, node);
  const given = { node, quotes: quotes === undefined || lost ? start : quotes };
  const missing = (stage: Station['stage']): Station => ({
    stage,
    status: 'not-recorded',
    sentence: `${EARLIER}.`,
  });
  const stations: readonly Station[] = [
    { stage: 'evidence', status: 'not-recorded', sentence: 'The file does not hold the evidence.' },
    missing('construction'),
    missing('memory'),
    {
      stage: 'retrieval',
      status,
      op: side.searches[0],
      ...given,
      sentence: `What was retrieved: ${lower(sentence)}`,
    },
    {
      stage: 'context',
      status,
      op: side.answerOp,
      ...given,
      sentence: `The context: ${lower(sentence)}`,
    },
  ];
  return stations.map((station) => toStage(trace.graph, station));
}

const lower = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
