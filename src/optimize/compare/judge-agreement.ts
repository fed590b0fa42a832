import type { AnsweredQuestion } from './answers';

/** How far a judge that was asked several times agrees with itself. Plain data. */
export interface JudgeAgreement {
  /** Questions that were judged more than once. */
  readonly n: number;
  /** Share of them on which all judgements say passed, or all failed; unknown without any. */
  readonly unanimous: number | undefined;
  /** Mean share of equal pairs of judgements. */
  readonly pairwise: number | undefined;
  readonly wobbling: readonly Pick<AnsweredQuestion, 'traceKey' | 'queryId' | 'judgements'>[];
}

/** The agreement of repeated judgements, as passed or failed. */
export function judgeAgreement(answers: readonly AnsweredQuestion[]): JudgeAgreement {
  const repeated = answers.flatMap(({ traceKey, queryId, judgements }) =>
    judgements === undefined || judgements.length < 2 ? [] : [{ traceKey, queryId, judgements }],
  );
  const n = repeated.length;
  if (n === 0) return { n, unanimous: undefined, pairwise: undefined, wobbling: [] };
  const wobbling = repeated.filter(({ judgements }) => equalPairs(judgements) < 1);
  const pairwise = repeated.reduce((sum, { judgements }) => sum + equalPairs(judgements), 0) / n;
  return { n, unanimous: 1 - wobbling.length / n, pairwise, wobbling };
}

function equalPairs(judgements: readonly number[]): number {
  const passed = judgements.filter((score) => score !== 0).length;
  const failed = judgements.length - passed;
  const pairs = (count: number): number => (count * (count - 1)) / 2;
  return (pairs(passed) + pairs(failed)) / pairs(judgements.length);
}
