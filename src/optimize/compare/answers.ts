import type { QueryId, TraceKey } from '../../base/brand';
import type { Case } from '../../cases/case';
import type { ErrorType } from '../../cases/error-type';
import { scoreAnswer, type AnswerScores } from '../../replay/scoring/answer-scores';
import type { Part } from '../split/split';

/** The measures that are compared; each 0…1, higher is better. */
export const MEASURES = ['judge', 'f1', 'bleu1', 'exactMatch', 'containsGold'] as const;
export type Measure = (typeof MEASURES)[number];

/** One question as it was answered in one run. Plain data. */
export interface AnsweredQuestion {
  /** The trace of the lab it belongs to, whichever run answered it. */
  readonly traceKey: TraceKey;
  readonly queryId: QueryId;
  readonly question: string;
  readonly gold: string;
  readonly prediction: string;
  readonly questionType: string;
  readonly part: Part;
  /** The judge's score, the mean where it was asked several times; `undefined` when unreadable. */
  readonly judge: number | undefined;
  /** Every score the judge gave, where it was asked more than once. */
  readonly judgements?: readonly number[];
  readonly scores: AnswerScores;
}

/** A question of the lab by one name. */
export const questionKey = (of: {
  readonly traceKey: TraceKey;
  readonly queryId: QueryId;
}): string => `${of.traceKey} ${of.queryId}`;

/** Passed is what is not failed: a score other than exactly 0; of several judgements the majority. */
export function passes(
  answered: Pick<AnsweredQuestion, 'judge' | 'judgements'>,
): boolean | undefined {
  const { judge, judgements } = answered;
  if (judgements === undefined || judgements.length < 2)
    return judge === undefined ? undefined : judge !== 0;
  return judgements.filter((score) => score !== 0).length * 2 > judgements.length;
}

/** A measure of an answered question. */
export const measureOf = (answered: AnsweredQuestion, measure: Measure): number | undefined =>
  measure === 'judge' ? answered.judge : answered.scores[measure];

/** A judged question as its trace recorded it, or as a replay answered it anew. */
export function answered(
  c: Case,
  part: Part,
  anew: { readonly prediction: string; readonly judge: number | undefined } = {
    prediction: c.prediction,
    judge: c.score,
  },
): AnsweredQuestion {
  return {
    traceKey: c.traceKey,
    queryId: c.queryId,
    question: c.question,
    gold: c.goldAnswers.join(', '),
    prediction: anew.prediction,
    questionType: c.questionType,
    part,
    judge: anew.judge !== undefined && Number.isNaN(anew.judge) ? undefined : anew.judge,
    scores: scoreAnswer(anew.prediction, c.goldAnswers),
  };
}

/** What a failed case was accused of, before a trial. */
export type FormerErrors = ReadonlyMap<string, ErrorType>;
