import { shorten } from '../../../base/text/shorten';
import type { Case, Label } from '../../../cases/case';
import { needsVerdict } from '../../../cases/collect';
import { compare, type Pair } from '../../../cases/comparison';
import { evaluate } from '../../../cases/evaluation';
import { shownType, type Verdict } from '../../../cases/verdict';
import type { CaseBook } from '../case-book';
import {
  MOST_DISAGREEMENTS,
  type ComparedRuns,
  type EvaluatedRun,
  type RunInfo,
  type Said,
  type SideBySide,
  type SideBySideQuery,
} from './contract';
import { annotatorsOf, labelBy } from './labels-in-book';
import type { OperationPlaces } from './operation-places';
import { runsIn, verdictOf } from './runs';

/** Longest question in a list of disagreements. */
const MOST = 300;

/** Evaluates one or two runs against the labels of somebody and compares them case by case. */
export async function sideBySide(
  book: CaseBook,
  places: OperationPlaces,
  query: SideBySideQuery,
): Promise<SideBySide> {
  const keys = book.keys(query.traces);
  const cases = keys
    .flatMap((key) => book.cases(key))
    .map((c) => withLabel(book, c, query.annotator))
    .filter(needsVerdict);
  const runs = runsIn(book, cases);
  const left = runs.find((run) => run.id === query.left) ?? runs[0];
  const right =
    runs.find((run) => run.id === query.right && run !== left) ?? runs.find((r) => r !== left);
  await learnPlaces(book, places, cases);
  return {
    runs,
    annotators: annotatorsOf(book, keys).map(({ name }) => name),
    left: left && evaluated(book, places, cases, left),
    right: right && evaluated(book, places, cases, right),
    comparison: left && right && compared(book, cases, left, right),
  };
}

function withLabel(book: CaseBook, c: Case, annotator: string | undefined): Case {
  if (annotator === undefined) return c;
  return { ...c, label: labelBy(book, c.traceKey, c.queryId, annotator) };
}

async function learnPlaces(
  book: CaseBook,
  places: OperationPlaces,
  cases: readonly Case[],
): Promise<void> {
  for (const key of new Set(cases.map((c) => c.traceKey))) {
    const ops = cases.flatMap((c) => {
      if (c.traceKey !== key || c.label?.opId === undefined) return [];
      const found = book.verdicts(key, c.queryId).map(({ verdict }) => verdict.opId);
      return found.length === 0 ? [] : [c.label.opId, ...found];
    });
    await places.learn(key, new Set(ops));
  }
}

function evaluated(
  book: CaseBook,
  places: OperationPlaces,
  cases: readonly Case[],
  run: RunInfo,
): EvaluatedRun {
  const judged = cases.map((c) => {
    const verdict = verdictOf(book, c, run);
    const stepsLate = places.steps(c.traceKey, c.label?.opId, verdict?.opId);
    return { case: c, verdict, stepsLate };
  });
  return { run, evaluation: evaluate(judged) };
}

function compared(
  book: CaseBook,
  cases: readonly Case[],
  left: RunInfo,
  right: RunInfo,
): ComparedRuns {
  const pairs = cases.map((c): Pair => ({
    case: c,
    left: verdictOf(book, c, left),
    right: verdictOf(book, c, right),
  }));
  const { n, errorType, operation, oneSided, disagreements } = compare(pairs);
  return {
    n,
    errorType,
    operation,
    oneSided,
    disagreed: disagreements.length,
    disagreements: disagreements.slice(0, MOST_DISAGREEMENTS).map((pair) => ({
      traceKey: pair.case.traceKey,
      queryId: pair.case.queryId,
      question: shorten(pair.case.question, MOST),
      system: pair.case.system,
      label: pair.case.label && saidInLabel(pair.case.label),
      left: saidInVerdict(pair.left),
      right: saidInVerdict(pair.right),
    })),
  };
}

export const saidInLabel = ({ errorType, opId }: Label): Said => ({ errorType, opId });

/** A doubt that replaces the type names no operation. */
function saidInVerdict(verdict: Verdict | undefined): Said | undefined {
  if (verdict === undefined) return undefined;
  const errorType = shownType(verdict);
  return { errorType, opId: errorType === verdict.errorType ? verdict.opId : undefined };
}
