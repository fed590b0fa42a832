import type { TraceKey } from '../../base/brand';
import { problem } from '../../base/problem';
import { err, ok, type Result } from '../../base/result';
import { needsVerdict, type Case } from '../../cases/case';
import type { Verdict } from '../../cases/verdict';
import { questionKey } from '../../optimize/compare/answers';
import type { LabRecord, LabTrace } from '../../optimize/records/records';
import type { SplitQuestion } from '../../optimize/split/split';
import { flowVerdictsOf } from '../../optimize/trial/run-trial';
import type { TrialTrace } from '../../optimize/trial/scope';
import type { Store } from '../../store/store';
import type { CaseBook } from '../service/case-book';
import type { OpenTraces } from '../service/open-traces';

export interface LabTraceParts {
  readonly store: Store;
  readonly book: CaseBook;
  readonly open: OpenTraces;
}

/** Judged questions: those that a trial can answer and judge again. */
export const judgedCases = (book: CaseBook, key: TraceKey): readonly Case[] =>
  book
    .cases(key)
    .filter(({ judgeOp, answerOp }) => judgeOp !== undefined && answerOp !== undefined);

/**
 * A trace of a lab, opened, with the verdicts shown for its failed cases; those that nobody attributed yet
 * are attributed now, by the method that needs no model.
 */
export async function openLabTrace(
  { book, open }: LabTraceParts,
  key: TraceKey,
): Promise<Result<TrialTrace>> {
  if (book.summary(key) === undefined) return err(problem('trace-missing'));
  const graph = await open.get(key);
  if (!graph.ok) return graph;
  const cases = judgedCases(book, key);
  const failed = cases.filter(needsVerdict);
  const known = new Map(
    failed.flatMap(({ queryId }): readonly (readonly [Case['queryId'], Verdict])[] => {
      const verdict = book.verdict(key, queryId)?.verdict;
      return verdict === undefined ? [] : [[queryId, verdict]];
    }),
  );
  const unknown = failed.filter(({ queryId }) => !known.has(queryId));
  const found = unknown.length === 0 ? [] : flowVerdictsOf(graph.value, unknown);
  return ok({ graph: graph.value, cases, verdicts: new Map([...known, ...found]) });
}

/** The conversation that a trace is about: the same for every run over it. */
export async function conversationOf(
  { open }: LabTraceParts,
  key: TraceKey,
): Promise<string | undefined> {
  const graph = await open.get(key);
  return graph.ok ? (graph.value.columns.header.userId ?? key) : undefined;
}

/** The judged questions of traces, as the split sees them. */
export const splitQuestionsOf = (
  book: CaseBook,
  traces: readonly LabTrace[],
): readonly SplitQuestion[] =>
  traces.flatMap(({ key, conversation }) =>
    judgedCases(book, key).map((each) => ({
      id: questionKey(each),
      conversation,
      question: each.question,
      failed: each.outcome === 'failed',
    })),
  );

/** The traces of a lab that are still in the notebook. */
export const presentTraces = (book: CaseBook, lab: LabRecord): readonly LabTrace[] =>
  lab.traces.filter(({ key }) => book.summary(key) !== undefined);
