import { describe, expect, test } from 'vitest';
import { queryId, traceKey } from '../../base/brand';
import { randomNumbers } from '../../base/shuffle';
import type { Part } from '../split/split';
import { passes, questionKey, type AnsweredQuestion } from './answers';
import { compareRuns } from './compare';
import { gate } from './gate';
import { judgeAgreement } from './judge-agreement';

const trace = traceKey('t');

/** Answers with these judge scores, one question each. */
const run = (part: Part, scores: readonly (number | undefined)[]): AnsweredQuestion[] =>
  scores.map((judge, i) => ({
    traceKey: trace,
    queryId: queryId(`${part}-${i}`),
    question: '?',
    gold: 'g',
    prediction: 'p',
    questionType: i % 2 === 0 ? 'even' : 'odd',
    part,
    judge,
    scores: { f1: judge ?? 0, bleu1: 0, exactMatch: 0, containsGold: 0 },
  }));
const both = (tune: readonly number[], holdOut: readonly number[]) => [
  ...run('tune', tune),
  ...run('hold-out', holdOut),
];

describe('the comparison of two runs', () => {
  test('pairs questions, tells tune from hold-out, and lists flips either way', () => {
    const before = both([0, 0, 1, 1], [0, 1]);
    const after = both([1, 1, 1, 0], [1, 1]);
    const first = before[0];
    const formerErrors = new Map([[first ? questionKey(first) : '', 'UpdateError' as const]]);
    const compared = compareRuns(before, after, { formerErrors, seed: 1 });
    expect(compared.tune.mcNemar).toMatchObject({ gained: 2, lost: 1 });
    expect(compared.holdOut.measures[0]).toMatchObject({ measure: 'judge', before: 0.5, after: 1 });
    expect(compared.all.measures[0]?.difference.mean).toBeCloseTo(2 / 6);
    expect(compared.flips.map(({ gained }) => gained)).toEqual([true, true, false, true]);
    expect(compared.flips[0]?.formerError).toBe('UpdateError');
    expect(compared.byFormerError.map(({ name, n }) => [name, n])).toEqual([
      ['passed', 5],
      ['UpdateError', 1],
    ]);
    expect(compared.byQuestionType.map(({ name }) => name)).toEqual(['even', 'odd']);
  });

  test('leaves what one side lacks out of the figures, and says how many', () => {
    const compared = compareRuns(run('tune', [0, undefined, 1]), run('tune', [1, 1]), {
      formerErrors: new Map(),
      seed: 1,
    });
    expect(compared.unpaired).toBe(1);
    expect(compared.tune.measures[0]?.n).toBe(1);
    expect(compared.tune.measures[1]?.n).toBe(2);
  });

  test('takes the majority of several judgements, and shows where a judge wobbles', () => {
    expect(passes({ judge: 2 / 3, judgements: [1, 0, 1] })).toBe(true);
    expect(passes({ judge: 1 / 3, judgements: [0, 0, 1] })).toBe(false);
    const [a, b] = run('tune', [1, 1]);
    const agreement = judgeAgreement([
      ...(a ? [{ ...a, judgements: [1, 1, 0] }] : []),
      ...(b ? [{ ...b, judgements: [0, 0, 0] }] : []),
    ]);
    expect(agreement).toMatchObject({ n: 2, unanimous: 0.5 });
    expect(agreement.pairwise).toBeCloseTo(2 / 3);
    expect(agreement.wobbling.map((each) => each.queryId)).toEqual(['tune-0']);
  });
});

describe('the gate', () => {
  test('keeps what is better on tune beyond noise and no worse on hold-out', () => {
    const decision = gate(both([0, 0, 0, 0, 0, 1], [0, 1]), both([1, 1, 1, 1, 1, 1], [0, 1]), 1);
    expect(decision).toMatchObject({ kept: true, reason: 'better' });
    expect(decision.sentence).toBe(
      'The change is kept: tune went +83.3 points (p = 0.031, n = 6), hold-out +0.0 points (n = 2).',
    );
  });

  test('keeps the older prompt when the gain may be luck', () => {
    const decision = gate(both([0, 0, 0, 1], [1]), both([1, 1, 1, 1], [1]), 1);
    expect(decision).toMatchObject({ kept: false, reason: 'tune-not-better' });
  });

  test('keeps the older prompt when hold-out gets worse, however much tune gains', () => {
    const decision = gate(both(Array(20).fill(0), [1, 1]), both(Array(20).fill(1), [1, 0]), 1);
    expect(decision).toMatchObject({ kept: false, reason: 'hold-out-worse' });
  });

  test('keeps nothing that no question was held out for', () => {
    const decision = gate(run('tune', Array(9).fill(0)), run('tune', Array(9).fill(1)), 1);
    expect(decision.reason).toBe('no-hold-out');
  });

  test('lets at most one in twenty neutral changes through, over 200 seeded runs', () => {
    let kept = 0;
    for (let seed = 0; seed < 200; seed++) {
      const random = randomNumbers(seed);
      const scores = (n: number) => Array.from({ length: n }, () => (random() < 0.6 ? 1 : 0));
      if (gate(both(scores(60), scores(40)), both(scores(60), scores(40)), seed).kept) kept++;
    }
    expect(kept).toBeLessThanOrEqual(10);
  });

  test('rejects every one of 200 changes that make answers worse', () => {
    for (let seed = 0; seed < 200; seed++) {
      const random = randomNumbers(seed + 1_000);
      const scores = (n: number, share: number) =>
        Array.from({ length: n }, () => (random() < share ? 1 : 0));
      const before = both(scores(60, 0.7), scores(40, 0.7));
      expect(gate(before, both(scores(60, 0.4), scores(40, 0.4)), seed).kept).toBe(false);
    }
  });
});
