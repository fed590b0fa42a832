import { beforeAll, describe, expect, it } from 'vitest';
import { Talk } from '../../../test/support/talk';
import { criticalFacts } from './critical-facts';
import { neededFacts } from './needed-facts';

let talk: Talk;
beforeAll(async () => {
  talk = await Talk.of([
    {
      speaker: 'Ana',
      content:
        "Thanks! What a week. I planted four plum trees behind the barn yesterday. How are you?\nBelow is this message's metadata:\nSpeaker Name: Ana\nSpeaker Role: user\n",
      at: '2023-05-08T13:56:00',
    },
    { speaker: 'Ben', content: 'Speaker Ben (role: user) says: Which trees did you plant?' },
    { speaker: 'Ana', content: 'Plum trees, the sour kind.' },
    { speaker: 'Ana', content: 'I also keep bees and geese.' },
    { speaker: '王芳', content: '我上周在北京买了一只猫。我很高兴。', at: '2023-05-08T13:56:00' },
  ]);
});

describe('critical facts', () => {
  it('take the sentence that bears the answer, without what the layer wrote around it', () => {
    const fact = talk.fact({ question: 'How many trees did Ana plant?', gold: 'four' });
    expect(fact).toMatchObject({
      text: 'I planted four plum trees behind the barn yesterday.',
      speaker: 'Ana',
      spokenAt: '2023-05-08T13:56:00',
      supplies: 1,
      asksTime: false,
    });
    expect(fact.messageText).toMatch(/How are you\?$/);
    expect(fact.terms.find(({ term }) => term === '#4')).toMatchObject({
      role: 'answer',
      anchor: true,
    });
    expect(fact.terms.find(({ term }) => term === 'tree')?.role).toBe('question');
    expect(fact.terms.find(({ term }) => term === 'barn')?.role).toBe('rest');
  });

  it('weigh words of the answer that the prediction already has less', () => {
    const wish = { question: 'What did Ana plant?', gold: 'four plum trees' };
    const weight = (prediction: string): number =>
      talk.fact({ ...wish, prediction }).terms.find(({ term }) => term === 'plum')?.weight ?? 0;
    expect(weight('Some plum trees')).toBeLessThan(weight('Nothing is said'));
  });

  it('know the time of the fact when the question asks for one', () => {
    const fact = talk.fact({ question: 'When did Ana plant the trees?', gold: '7 May 2023' });
    expect(fact.asksTime).toBe(true);
    expect(fact.timePhrases).toEqual(['yesterday']);
    expect(new Set(fact.times.map(({ first, last }) => last - first))).toEqual(new Set([0]));
  });

  it('take the reply when the evidence only asks for the answer', () => {
    const fact = talk.fact(
      { question: 'Which trees does Ana have?', gold: 'the sour kind of plum' },
      1,
    );
    expect(fact.evidence).toBe(talk.nodes[2]);
    expect(fact.text).toBe('Plum trees, the sour kind.');
  });

  it('work in Chinese', () => {
    const fact = talk.fact({ question: '王芳买了什么？', gold: '一只猫' }, 4);
    expect(fact.text).toBe('我上周在北京买了一只猫。');
    expect(fact.supplies).toBe(1);
  });

  it('are needed only as far as they add to the answer', () => {
    const facts = criticalFacts(
      talk.source,
      { question: 'What does Ana keep?', goldAnswers: ['bees, geese'], prediction: '' },
      talk.nodes.slice(0, 4),
    );
    expect(facts).toHaveLength(4);
    expect(neededFacts(facts).map(({ evidence }) => evidence)).toEqual([talk.nodes[3]]);
    const unsupplied = facts.filter(({ supplies }) => supplies === 0);
    expect(neededFacts(unsupplied)).toEqual(unsupplied);
  });

  it('need each amount that the answer is worked out of', async () => {
    const sheep = await Talk.of([
      { speaker: 'Ana', content: 'We had 12 sheep in spring. The meadow was green.' },
      { speaker: 'Ana', content: 'Sold 5 sheep to the neighbours today!' },
    ]);
    const facts = (gold: string) =>
      criticalFacts(
        sheep.source,
        { question: 'How many sheep has Ana left?', goldAnswers: [gold], prediction: '' },
        sheep.nodes,
      ).map(({ terms }) =>
        terms.flatMap(({ term, role, anchor }) => (role === 'answer' && anchor ? [term] : [])),
      );
    expect(facts('7')).toEqual([['#12'], ['#5']]);
    expect(facts('5')).toEqual([[], ['#5']]);
  });

  it('stand in the sentence that the question is about, in whatever form of its words', async () => {
    const talk = await Talk.of([
      {
        speaker: 'Ana',
        content: 'The new curtains are blue. I am painting the fence blue. Blue is nice.',
      },
      { speaker: 'Ben', content: 'Nice to hear.' },
      { speaker: 'Ben', content: 'I am at work.' },
    ]);
    const fact = talk.fact({ question: 'Which colour was the fence painted?', gold: 'blue' });
    expect(fact.text).toBe('I am painting the fence blue.');
  });

  it('are none without evidence', () => {
    expect(
      criticalFacts(talk.source, { question: 'Why?', goldAnswers: [], prediction: '' }, []),
    ).toEqual([]);
  });
});
