import type { NodeId } from '../../base/brand';
import type { Case } from '../../cases/case';
import {
  STAGES,
  confidentDoubt,
  type Doubt,
  type EvidenceMode,
  type EvidenceQuery,
  type ProofStage,
  type Verdict,
} from '../../cases/verdict';
import { answerStages } from './answer-stages';
import { confidenceOf } from './confidence';
import type { Finding } from './decide';
import type { FlowTrace } from './path';
import { operationPhrase, quoted } from './wording';

/** Where the facts of a verdict came from. */
export interface Start {
  readonly evidenceMode: EvidenceMode;
  readonly evidenceQuery: EvidenceQuery | undefined;
  readonly evidence: readonly NodeId[];
}

/** Writes down what was found about a case. */
export function toVerdict(
  trace: FlowTrace,
  failed: Case,
  start: Start,
  finding: Finding | undefined,
  doubts: readonly Doubt[],
): Verdict {
  const { graph } = trace;
  const loss = finding?.loss;
  const op = loss?.op ?? answerOperation(trace, failed);
  const { confidence, unsure, settle } = confidenceOf(trace, start, finding, doubts);
  // A doubt that replaces the type is what the case comes down to: it opens the verdict, and how
  // sure the verdict is, is how sure the doubt is. The accused operation stays in the stations.
  const replacing = confidentDoubt({ doubts });
  return {
    traceKey: graph.key,
    queryId: failed.queryId,
    method: 'flow',
    ...start,
    errorType: loss?.errorType ?? 'ResponseError',
    opId: graph.opId(op),
    confidence: replacing?.confidence ?? confidence,
    unsure: replacing === undefined && unsure,
    settle: replacing === undefined ? settle : undefined,
    sentence: replacing?.sentence ?? sentenceOf(trace, failed, finding),
    stages: [
      ...(finding?.path.stages ?? UNFOLLOWED),
      ...answerStages(trace, failed, loss === undefined),
    ],
    laterLosses: (finding?.later ?? []).map(({ errorType, op: later, sentence }) => ({
      errorType,
      opId: graph.opId(later),
      sentence,
    })),
    doubts,
  };
}

// The stations of a case without any message to follow.
const UNFOLLOWED: readonly ProofStage[] = STAGES.slice(0, 5).map((stage) => ({
  stage,
  status: 'not-recorded',
  opId: undefined,
  variable: undefined,
  quotes: [],
  sentence: 'No evidence was found, so nothing could be followed to here.',
}));

/** The answering operation, or the nearest recorded one of the case. */
function answerOperation({ graph }: FlowTrace, failed: Case): number {
  for (const id of [failed.answerOp, failed.judgeOp, failed.retrievalOps.at(-1)]) {
    const op = id === undefined ? undefined : graph.findOperation(id);
    if (op !== undefined) return op;
  }
  return graph.adjacency.operationOrder.at(-1) ?? 0;
}

function sentenceOf(trace: FlowTrace, failed: Case, finding: Finding | undefined): string {
  if (finding === undefined)
    return 'No message that could answer the question was found, so nothing could be followed.';
  const { loss, path } = finding;
  if (loss === undefined)
    return `The context held ${quoted(path.answeredBy ?? path.fact.text)}, but ${lower(operationPhrase(trace.graph, answerOperation(trace, failed)))} said ${quoted(failed.prediction)}.`;
  // A case opens with its sentence alone: it has to say what was lost, and where.
  if (loss.sentence.includes('‘')) return loss.sentence;
  const phrase = operationPhrase(trace.graph, loss.op);
  const lost = `${phrase} lost ${quoted(path.fact.text)}`;
  if (loss.sentence.startsWith(`${phrase} `))
    return `${lost}: it ${loss.sentence.slice(phrase.length + 1)}`;
  return `${lost}: ${OPENING.test(loss.sentence) ? lower(loss.sentence) : loss.sentence}`;
}

// First words of a sentence that are no names.
const OPENING = /^(?:None|No|An?|The|This|It|Retrieval|Nothing)\b/;

const lower = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
