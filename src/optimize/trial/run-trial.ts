import { attributeFlow } from '../../attribution/flow/attribute-flow';
import type { QueryId, TraceKey } from '../../base/brand';
import { problem } from '../../base/problem';
import { err, ok, type Result } from '../../base/result';
import type { Case } from '../../cases/case';
import { collectCases, needsVerdict } from '../../cases/collect';
import type { ErrorType } from '../../cases/error-type';
import { shownType, type Verdict } from '../../cases/verdict';
import type { EvolutionGraph } from '../../graph/evolution-graph';
import type { ChatModel } from '../../models/contract/chat';
import type { EmbeddingModel } from '../../models/contract/embedding';
import { chatAsReplayModel } from '../../replay/chat-as-replay-model';
import { SeededIds } from '../../replay/recorder';
import { playTrace } from '../../replay/play-trace';
import { RoughTokenCounter } from '../../replay/tokens/rough-token-counter';
import { answered, type AnsweredQuestion } from '../compare/answers';
import type { Part } from '../split/split';
import { JudgeAgain } from './judge-again';
import type { TrialWish } from './price';
import { changesIn, type TrialTrace } from './scope';
import { bytesOf, readTrace } from './trace-text';

/** What a replayed case is accused of. */
export interface FoundError {
  readonly queryId: QueryId;
  readonly errorType: ErrorType;
}

/** One trace tried again. */
export interface TriedTrace {
  /** Every judged question of the trace, those included that nothing touched. */
  readonly answers: readonly AnsweredQuestion[];
  /** The replayed trace as an export. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** It, opened, and its failed cases with what broke them. */
  readonly graph: EvolutionGraph;
  readonly cases: readonly Case[];
  readonly verdicts: ReadonlyMap<QueryId, Verdict>;
  /** Operations that were not taken from the record. */
  readonly changedOperations: number;
}

export interface TrialParts extends TrialWish {
  readonly model: ChatModel;
  readonly embedding?: EmbeddingModel | undefined;
  readonly partOf: (traceKey: TraceKey, queryId: QueryId) => Part | undefined;
  /** The trace of the lab that the questions are counted under, when `trace` is a replay of it. */
  readonly traceKey: TraceKey;
  /** Part of the seed of the new ids, so that two trials share none. */
  readonly mark: string;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: (done: number, total: number) => void;
}

/**
 * Tries prompts on one trace: replays it, judges repeatedly where wanted, and attributes what still fails.
 * A model is asked for what the change touches and for nothing else. The problem `lab-no-change` says that
 * the prompts touch nothing in this scope.
 */
export async function tryTrace(trace: TrialTrace, parts: TrialParts): Promise<Result<TriedTrace>> {
  const changes = changesIn(parts.scope, parts.prompts, trace);
  if (changes === undefined) return err(problem('lab-no-change'));
  const options = {
    changes,
    model: chatAsReplayModel(parts.model, parts.embedding),
    ids: new SeededIds(`${trace.graph.columns.header.graphId} ${parts.mark}`),
    ...(parts.signal && { signal: parts.signal }),
    ...(parts.onProgress && { onProgress: parts.onProgress }),
  };
  // Tokens that the record does not count are estimated: a worker holds no tokenizer.
  const replay = await playTrace(trace.graph, options, () => new RoughTokenCounter());
  if (!replay.ok) return replay;
  const bytes = bytesOf(replay.value.exportParts());
  const { graph, cases, verdicts } = await openReplayed(bytes, trace.cases);
  const answers = await answersOf(graph, cases, parts);
  if (!answers.ok) return answers;
  const changedOperations = replay.value.marks.filter(({ mark }) => mark !== 'recorded').length;
  return ok({ answers: answers.value, bytes, graph, cases, verdicts, changedOperations });
}

/**
 * Opens a replayed trace, and attributes what fails in it.
 * @param known the cases of the trace it was replayed from
 */
export async function openReplayed(bytes: Uint8Array, known: readonly Case[]): Promise<TrialTrace> {
  const graph = await readTrace(bytes);
  const cases = withKnown(collectCases(graph), known);
  return { graph, cases, verdicts: flowVerdictsOf(graph, cases) };
}

/** The verdicts of the failed cases of a trace by the method that needs no model. */
export const flowVerdictsOf = (
  graph: EvolutionGraph,
  cases: readonly Case[],
): ReadonlyMap<QueryId, Verdict> =>
  new Map(
    attributeFlow(graph, cases.filter(needsVerdict), { evidence: 'labelled' }).map((verdict) => [
      verdict.queryId,
      verdict,
    ]),
  );

/** The error types of failed cases. */
export const errorsOf = (verdicts: ReadonlyMap<QueryId, Verdict>): readonly FoundError[] =>
  [...verdicts].map(([queryId, verdict]) => ({ queryId, errorType: shownType(verdict) }));

/**
 * Cases of a replayed trace with what only the labels of the recorded one tell: gold answers and evidence.
 * Labels themselves speak of operations that are no longer there.
 */
function withKnown(cases: readonly Case[], known: readonly Case[]): readonly Case[] {
  const byQuery = new Map(known.map((each) => [each.queryId, each]));
  return cases.flatMap((each): readonly Case[] => {
    const before = byQuery.get(each.queryId);
    if (before === undefined) return [];
    const { goldAnswers, evidence, missingEvidence, questionType, dataset } = before;
    return [
      { ...each, goldAnswers, evidence, missingEvidence, questionType, dataset, label: undefined },
    ];
  });
}

async function answersOf(
  graph: EvolutionGraph,
  cases: readonly Case[],
  { model, judgeRepeats, partOf, traceKey, signal }: TrialParts,
): Promise<Result<readonly AnsweredQuestion[]>> {
  const judge = judgeRepeats > 1 ? new JudgeAgain(graph, model) : undefined;
  const samples = Array.from({ length: judgeRepeats - 1 }, (_, i) => i + 1);
  const answers: AnsweredQuestion[] = [];
  for (const each of cases) {
    const part = partOf(traceKey, each.queryId);
    if (part === undefined) continue;
    const once = answered({ ...each, traceKey }, part);
    const more = judge === undefined ? ok([]) : await judge.scores(each, samples, signal);
    if (!more.ok) return more;
    answers.push(
      once.judge === undefined ? once : withJudgements(once, [once.judge, ...more.value]),
    );
  }
  return ok(answers);
}

function withJudgements(once: AnsweredQuestion, judgements: readonly number[]): AnsweredQuestion {
  if (judgements.length < 2) return once;
  const judge = judgements.reduce((sum, score) => sum + score, 0) / judgements.length;
  return { ...once, judge, judgements };
}
