import { describe, expect, it } from 'vitest';
import { abstains, goldAbstains } from './abstention';
import { answerHeld, answersAlike } from './answer-held';
import { prepareText } from './prepare';
import { asksForTime, wantsDate } from './question';
import { traceVerbatimness, verbatimShare } from './verbatimness';

describe('abstention', () => {
  it('is seen in the ways answer models put it', () => {
    for (const text of [
      '',
      "I don't know.",
      'Not mentioned in the memories.',
      'The memories do not say when.',
      'The memories don’t mention any trip.',
      'No relevant information available.',
      'Max is 8; the age of the other is not mentioned.',
      '没有提到。',
    ])
      expect(abstains(text), text).toBe(true);
  });

  it('is not seen in answers', () => {
    for (const text of ['In May.', 'A notebook with notes', 'He knows no fear', 'Four trees'])
      expect(abstains(text), text).toBe(false);
    expect(goldAbstains("Sorry, I don't know.")).toBe(true);
    expect(goldAbstains('plum trees')).toBe(false);
  });
});

describe('questions', () => {
  it('ask for a time in several ways', () => {
    for (const text of [
      'When did it rain?',
      'In which month was it?',
      'What year was it?',
      '什么时候去？',
    ])
      expect(asksForTime(text), text).toBe(true);
    for (const text of ['What happened when it rained?', 'Who came?'])
      expect(asksForTime(text), text).toBe(false);
  });

  it('of duration want a date only when the answer is one', () => {
    expect(wantsDate('How long has Ana lived here?', 'since May 2019')).toBe(true);
    expect(wantsDate('How long was the walk?', 'two hours')).toBe(false);
  });
});

describe('the gold answer in a text', () => {
  it('counts only what the question does not say already', () => {
    const text = prepareText('The trees stand behind the barn.');
    expect(answerHeld('plum trees', 'Which trees are there?', text)).toMatchObject({
      share: 0,
      missing: ['plum'],
    });
    expect(answerHeld('yes', 'Is it so?', text).share).toBeUndefined();
  });

  it('is alike after normalisation, but not when denied', () => {
    expect(answersAlike('Two rabbits', 'She has 2 rabbits now.')).toBe(true);
    expect(answersAlike('Yes', 'Yes, she did.')).toBe(true);
    expect(answersAlike('Yes', 'No, she did not.')).toBe(false);
    expect(answersAlike('rabbits', 'She has no rabbits')).toBe(false);
  });
});

describe('verbatimness', () => {
  const source = prepareText('I planted four plum trees behind the barn yesterday.');
  it('is 1 for a copy and low for other words', () => {
    expect(verbatimShare(prepareText('planted four plum trees behind the barn'), [source])).toBe(1);
    expect(
      verbatimShare(prepareText('The barn shades trees Ana put there'), [source]),
    ).toBeLessThan(0.4);
  });

  it('of a trace is the median of its units', () => {
    const unit = (text: string) => ({ unit: prepareText(text), sources: [source] });
    expect(
      traceVerbatimness([
        unit('four plum trees'),
        unit('plum trees behind'),
        unit('red roofs burn'),
      ]),
    ).toBe(1);
    expect(traceVerbatimness([])).toBeUndefined();
  });
});
