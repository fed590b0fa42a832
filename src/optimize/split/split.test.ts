import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { shuffled } from '../../base/shuffle';
import { partOf, splitQuestions, type SplitQuestion } from './split';

const question = fc.record({
  conversation: fc.constantFrom('one', 'two', 'three', 'four'),
  question: fc.constantFrom(
    'Where?',
    'where',
    'When was it?',
    'Who came?',
    'What did she say?',
    '¿Quién?',
  ),
  failed: fc.boolean(),
});
const questions = fc
  .array(question, { maxLength: 40 })
  .map((list) => list.map((each, i): SplitQuestion => ({ ...each, id: `q${i}` })));
const options = fc.record({
  seed: fc.integer(),
  share: fc.double({ min: 0.01, max: 0.99, noNaN: true }),
});

describe('the split into tune and hold-out', () => {
  test('never leaks: no question, no conversation, no wording stands on both sides', () => {
    fc.assert(
      fc.property(questions, options, (list, chosen) => {
        const split = splitQuestions(list, chosen);
        expect([...split.tune, ...split.holdOut].sort()).toEqual(list.map(({ id }) => id).sort());
        const part = partOf(split);
        const sideOf = new Map<string, string | undefined>();
        for (const { id, conversation, question: text } of list) {
          const words = text
            .toLowerCase()
            .replace(/[^\p{L}\p{N}]+/gu, ' ')
            .trim();
          const key = split.by === 'conversation' ? conversation : words;
          if (!sideOf.has(key)) sideOf.set(key, part(id));
          expect(part(id)).toBe(sideOf.get(key));
        }
      }),
      { seed: 9, numRuns: 400 },
    );
  });

  test('depends on ids and seed alone, not on the order of the questions', () => {
    fc.assert(
      fc.property(questions, options, fc.integer(), (list, chosen, order) => {
        const moved = shuffled(list, order);
        expect(splitQuestions(moved, chosen)).toEqual(splitQuestions(list, chosen));
      }),
      { seed: 10, numRuns: 200 },
    );
  });

  test('holds out whole conversations where there are several, and leaves one to learn from', () => {
    const list = ['a', 'b', 'c'].flatMap((conversation) =>
      [1, 2].map((n) => ({
        id: `${conversation}${n}`,
        conversation,
        question: `${n}?`,
        failed: true,
      })),
    );
    for (const share of [0.01, 0.5, 0.99]) {
      const { by, tune, holdOut } = splitQuestions(list, { seed: 1, share });
      expect(by).toBe('conversation');
      expect(tune.length).toBeGreaterThan(0);
      expect(holdOut.length).toBeGreaterThan(0);
    }
  });

  test('puts failed and passed questions of one conversation on both sides', () => {
    const list = Array.from({ length: 12 }, (_, i) => ({
      id: `q${i}`,
      conversation: 'only',
      question: `Question ${i}`,
      failed: i < 3,
    }));
    const { tune, holdOut } = splitQuestions(list, { seed: 4, share: 0.5 });
    const failed = new Set(list.filter((each) => each.failed).map(({ id }) => id));
    expect(tune.some((id) => failed.has(id))).toBe(true);
    expect(holdOut.some((id) => failed.has(id))).toBe(true);
  });
});
