import type { Case } from '../../cases/case';
import {
  STAGES,
  type EvidenceMode,
  type EvidenceQuery,
  type Method,
  type ModelShare,
  type ProofStage,
  type Quote,
  type Stage,
  type Verdict,
} from '../../cases/verdict';
import type { NodeId } from '../../base/brand';
import { answerStages } from '../flow/answer-stages';
import { quoteTextSpans } from '../flow/quotes';
import { rawText } from '../flow/raw-text';
import type { AgentTrace } from './agent-trace';
import type { AgentAnswer, GivenQuote } from './answer';
import { unescaped } from './show';

/** Where a verdict started from. */
export interface AgentStart {
  readonly evidenceMode: EvidenceMode;
  readonly evidenceQuery: EvidenceQuery | undefined;
  readonly evidence: readonly NodeId[];
}

// How often such verdicts are right is known from one published set alone, where the best model named
// the type in 54 % of the cases: a verdict whose words were found says a little more, others less.
const PROVED = 0.6;
const UNPROVED = 0.3;
const WITHOUT_ANSWER = 0.1;

/** The verdict of one conversation: valid whatever the model said. */
export function settle(
  trace: AgentTrace,
  method: Method,
  start: AgentStart,
  answer: AgentAnswer | undefined,
  asked: ModelShare,
): Verdict {
  const { graph, failed } = trace;
  const common = {
    traceKey: graph.key,
    queryId: failed.queryId,
    method,
    ...start,
    laterLosses: [],
    doubts: [],
    asked,
  };
  if (answer === undefined)
    return {
      ...common,
      errorType: 'ResponseError',
      opId: graph.opId(anyOperation(trace)),
      confidence: WITHOUT_ANSWER,
      unsure: true,
      settle: 'Ask again, or ask another model: this one gave no answer that could be read.',
      sentence: 'The model gave no answer that could be read, so no operation is accused.',
      stages: stagesOf(trace, undefined, []),
    };
  const quotes = answer.quotes.flatMap((given) => {
    const quote = findQuote(trace, given);
    return quote === undefined ? [] : [{ ...given, quote }];
  });
  const proved = quotes.length > 0;
  const unsure = answer.unsure || !proved;
  return {
    ...common,
    errorType: answer.errorType,
    opId: graph.opId(answer.op),
    confidence: proved ? (answer.unsure ? UNPROVED : PROVED) : UNPROVED,
    unsure,
    settle: unsure ? settleBy(answer, proved) : undefined,
    sentence: answer.reason,
    stages: stagesOf(trace, answer, quotes),
  };
}

function settleBy(answer: AgentAnswer, proved: boolean): string {
  if (!proved)
    return answer.quotes.length === 0
      ? 'The model quoted nothing: read the operation beside the evidence.'
      : 'None of the words the model quoted stands in the trace: read the operation itself.';
  return 'The model called itself unsure: prove the verdict by replay, or ask several times.';
}

/** The words as they stand in the recorded value, or nothing: a quote is never taken on trust. */
export function findQuote(trace: AgentTrace, given: GivenQuote): Quote | undefined {
  const { graph, flow } = trace;
  for (const words of new Set([given.text, unescaped(given.text), given.text.trim()])) {
    if (words === '') continue;
    const raw = rawText(graph, given.node);
    const exact = raw.indexOf(words);
    if (exact >= 0)
      return {
        variable: graph.nodeId(given.node),
        start: exact,
        end: exact + words.length,
        text: words,
      };
    const text = flow.text(given.node);
    const at = text.indexOf(words);
    if (at < 0) continue;
    const [found] = quoteTextSpans(graph, given.node, text, [
      { start: at, end: at + words.length },
    ]);
    if (found !== undefined) return found;
  }
  return undefined;
}

interface FoundQuote extends GivenQuote {
  readonly quote: Quote;
}

/** One entry a station: the quotes the model gave for it, by where their variables stand. */
function stagesOf(
  trace: AgentTrace,
  answer: AgentAnswer | undefined,
  quotes: readonly FoundQuote[],
): readonly ProofStage[] {
  const { graph, failed, flow } = trace;
  const last = new Map(
    answerStages(flow, failed, answer?.errorType === 'ResponseError').map((stage) => [
      stage.stage,
      stage,
    ]),
  );
  return STAGES.map((stage): ProofStage => {
    const known = last.get(stage);
    if (known !== undefined) return known;
    const own = quotes.filter(({ node }) => stageOf(trace, node) === stage);
    const accused = answer !== undefined && stage === accusedStage(answer);
    const [first] = own;
    const lost = own.some(({ shows }) => shows === 'lost');
    return {
      stage,
      status: first === undefined ? (accused ? 'lost' : 'not-recorded') : lost ? 'lost' : 'held',
      opId: accused
        ? graph.opId(answer.op)
        : first === undefined
          ? undefined
          : opIdOf(trace, first.node),
      variable: first === undefined ? undefined : graph.nodeId(first.node),
      quotes: own.map(({ quote }) => quote),
      sentence:
        first === undefined
          ? 'The model quoted nothing from here.'
          : lost
            ? 'The model says it is missing here.'
            : 'The model found it here.',
    };
  });
}

function accusedStage({ errorType }: AgentAnswer): Stage {
  switch (errorType) {
    case 'ExtractionError':
      return 'construction';
    case 'UpdateError':
    case 'DeletionError':
      return 'memory';
    case 'RetrievalError':
      return 'retrieval';
    case 'ResponseError':
      return 'answer';
  }
}

function stageOf(trace: AgentTrace, node: number): Stage {
  const { graph, failed } = trace;
  const category = graph.category(node);
  if (category === 'message') return 'evidence';
  if (category === 'memory_entry') return 'memory';
  if (category === 'memory_context') return 'context';
  const op = trace.writer(node);
  const id = op === undefined ? undefined : graph.opId(op);
  return failed.retrievalOps.some((known) => known === id) ? 'retrieval' : 'construction';
}

function opIdOf(trace: AgentTrace, node: number): ProofStage['opId'] {
  const op = trace.writer(node);
  return op === undefined ? undefined : trace.graph.opId(op);
}

/** An operation to name where none is accused: the answering one, else the nearest recorded. */
function anyOperation({ graph, failed }: AgentTrace): number {
  for (const id of operationsOf(failed)) {
    const op = id === undefined ? undefined : graph.findOperation(id);
    if (op !== undefined) return op;
  }
  return graph.adjacency.operationOrder.at(-1) ?? 0;
}

const operationsOf = (c: Case) => [c.answerOp, c.judgeOp, c.retrievalOps.at(-1)];
