import { bootstrapMean, type BootstrapMean } from '../../base/statistics/bootstrap';
import { mcNemar, type McNemar } from '../../base/statistics/mcnemar';
import type { ErrorType } from '../../cases/error-type';
import type { Part } from '../split/split';
import {
  MEASURES,
  measureOf,
  passes,
  questionKey,
  type AnsweredQuestion,
  type FormerErrors,
  type Measure,
} from './answers';

/** One measure before and after, over the questions that have it on both sides. */
export interface PairedMeasure {
  readonly measure: Measure;
  readonly n: number;
  readonly before: number | undefined;
  readonly after: number | undefined;
  /** Mean of the paired differences, after less before, with its 95 % bootstrap interval. */
  readonly difference: BootstrapMean;
}

/** All measures over one group of questions. */
export interface PairedGroup {
  readonly name: string;
  readonly n: number;
  readonly measures: readonly PairedMeasure[];
  /** Passed or failed, by the judge. */
  readonly mcNemar: McNemar;
}

/** A question that both runs answered. */
export interface PairedAnswer {
  readonly before: AnsweredQuestion;
  readonly after: AnsweredQuestion;
  /** What the failed case was accused of before; `undefined` for one that passed. */
  readonly formerError: ErrorType | undefined;
}

/** A question whose outcome is another. */
export interface Flip extends PairedAnswer {
  readonly gained: boolean;
}

/** Two runs over the same questions, side by side. Plain data. */
export interface Comparison {
  readonly tune: PairedGroup;
  readonly holdOut: PairedGroup;
  readonly all: PairedGroup;
  readonly byQuestionType: readonly PairedGroup[];
  /** By what failed cases were accused of before; `passed` for the others. */
  readonly byFormerError: readonly PairedGroup[];
  readonly flips: readonly Flip[];
  /** Every question that is in a figure, so that the figure can be followed. */
  readonly pairs: readonly PairedAnswer[];
  /** Questions that only one of the runs answered: in no figure. */
  readonly unpaired: number;
}

interface Pair {
  readonly before: AnsweredQuestion;
  readonly after: AnsweredQuestion;
}

/**
 * Compares two runs, question by question. Differences are paired: what makes a question hard is on both
 * sides and falls out. A question that one side could not judge counts in the other measures alone.
 */
export function compareRuns(
  before: readonly AnsweredQuestion[],
  after: readonly AnsweredQuestion[],
  { formerErrors, seed }: { readonly formerErrors: FormerErrors; readonly seed: number },
): Comparison {
  const old = new Map(before.map((each) => [questionKey(each), each]));
  const pairs = after.flatMap((each): readonly Pair[] => {
    const mate = old.get(questionKey(each));
    return mate === undefined ? [] : [{ before: mate, after: each }];
  });
  const inPart = (part: Part): readonly Pair[] => pairs.filter((pair) => pair.after.part === part);
  const group = (name: string, of: readonly Pair[]): PairedGroup => groupOf(name, of, seed);
  const former = (pair: Pair): string => formerErrors.get(questionKey(pair.after)) ?? 'passed';
  return {
    tune: group('tune', inPart('tune')),
    holdOut: group('hold-out', inPart('hold-out')),
    all: group('all', pairs),
    byQuestionType: grouped(pairs, (pair) => pair.after.questionType, group),
    byFormerError: grouped(pairs, former, group),
    flips: pairs.flatMap((pair) => flipOf(pair, formerErrors)),
    pairs: pairs.map((pair) => ({
      ...pair,
      formerError: formerErrors.get(questionKey(pair.after)),
    })),
    unpaired: before.length + after.length - 2 * pairs.length,
  };
}

function groupOf(name: string, pairs: readonly Pair[], seed: number): PairedGroup {
  let gained = 0;
  let lost = 0;
  for (const { before, after } of pairs) {
    const [was, is] = [passes(before), passes(after)];
    if (was === false && is === true) gained++;
    if (was === true && is === false) lost++;
  }
  return {
    name,
    n: pairs.length,
    measures: MEASURES.map((measure) => paired(measure, pairs, seed)),
    mcNemar: mcNemar(gained, lost),
  };
}

function paired(measure: Measure, pairs: readonly Pair[], seed: number): PairedMeasure {
  const both = pairs.flatMap(({ before, after }): readonly (readonly [number, number])[] => {
    const [was, is] = [measureOf(before, measure), measureOf(after, measure)];
    return was === undefined || is === undefined ? [] : [[was, is]];
  });
  const difference = bootstrapMean(
    both.map(([was, is]) => is - was),
    { seed },
  );
  const mean = (side: 0 | 1): number | undefined =>
    both.length === 0 ? undefined : both.reduce((sum, pair) => sum + pair[side], 0) / both.length;
  return { measure, n: both.length, before: mean(0), after: mean(1), difference };
}

function grouped(
  pairs: readonly Pair[],
  keyOf: (pair: Pair) => string,
  group: (name: string, of: readonly Pair[]) => PairedGroup,
): readonly PairedGroup[] {
  const groups = new Map<string, Pair[]>();
  for (const pair of pairs) groups.set(keyOf(pair), [...(groups.get(keyOf(pair)) ?? []), pair]);
  return [...groups]
    .map(([name, of]) => group(name, of))
    .sort((a, b) => b.n - a.n || (a.name < b.name ? -1 : 1));
}

function flipOf(pair: Pair, formerErrors: FormerErrors): readonly Flip[] {
  const [was, is] = [passes(pair.before), passes(pair.after)];
  if (was === undefined || is === undefined || was === is) return [];
  return [{ ...pair, gained: is, formerError: formerErrors.get(questionKey(pair.after)) }];
}

/** The differences of the judge's scores in one part. */
export function judgeDifferences(
  before: readonly AnsweredQuestion[],
  after: readonly AnsweredQuestion[],
  part: Part,
): readonly number[] {
  const old = new Map(before.map((each) => [questionKey(each), each]));
  return after.flatMap((each) => {
    const was = old.get(questionKey(each))?.judge;
    return each.part !== part || was === undefined || each.judge === undefined
      ? []
      : [each.judge - was];
  });
}
