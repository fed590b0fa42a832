import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { matchText, Talk, type Said } from '../../../test/support/talk';
import type { Fact } from './fact';

const SAID: readonly Said[] = [
  {
    speaker: 'Ana',
    content:
      'Hi Ben! I adopted two rabbits called Pip and Juno from the shelter on Elm Road. It was raining all day.',
  },
  {
    speaker: 'Ben',
    content: 'Lovely! I started rowing on the river last week.',
    at: '2023-06-12T10:00:00',
  },
  { speaker: 'Ana', content: 'We bake rye bread together every Sunday morning.' },
  { speaker: 'Ben', content: 'The talk I gave was called "Paper Boats".' },
  {
    speaker: 'Ana',
    content: 'I like the quiet of the hills because nobody asks me anything there.',
  },
  { speaker: 'Ben', content: 'Nice.' },
];

let talk: Talk;
beforeAll(async () => {
  talk = await Talk.of(SAID);
});

const rabbits = (): Fact =>
  talk.fact({ question: 'What pets did Ana adopt?', gold: 'two rabbits, Pip and Juno' });

describe('matching a fact', () => {
  it('finds it copied, with names for pronouns, and in other words', () => {
    for (const text of [
      'I adopted two rabbits called Pip and Juno from the shelter on Elm Road.',
      'Ana adopted two rabbits called Pip and Juno.',
      'Ana has 2 rabbits, Juno and Pip, whom she took in from a shelter.',
    ])
      expect(matchText(rabbits(), text).level, text).toBe('whole');
  });

  it('notices when a number or a name is gone, or another stands in its place', () => {
    for (const text of [
      'Ana adopted rabbits called Pip and Juno.',
      'Ana adopted three rabbits called Pip and Juno.',
      'Ana adopted two rabbits, one of them called Pip.',
      'Ana adopted pets from the shelter.',
    ])
      expect(matchText(rabbits(), text).level, text).not.toBe('whole');
    expect(matchText(rabbits(), 'Ana adopted rabbits called Pip and Juno.').missing).toContain(
      '#2',
    );
  });

  it('finds nothing in a text about something else', () => {
    expect(matchText(rabbits(), 'Ana wrote a letter to the mayor.').level).toBe('none');
    expect(matchText(rabbits(), '')).toMatchObject({ level: 'none', score: 0, span: undefined });
  });

  it('tells when a text says it of somebody else', () => {
    const match = matchText(rabbits(), 'Ben adopted two rabbits called Pip and Juno last spring.');
    expect(match.about).toBe(false);
    expect(match.level).not.toBe('whole');
  });

  it('wants somebody named where the message says "we" of people that the question names', () => {
    const fact = talk.fact(
      { question: 'What do Ana and her sister bake?', gold: 'rye bread every Sunday' },
      2,
    );
    expect(matchText(fact, 'Ana and her sister bake rye bread every Sunday.').level).toBe('whole');
    expect(matchText(fact, 'Ana likes rye bread every Sunday.').about).toBe(false);
    expect(matchText(fact, 'We bake rye bread together every Sunday morning.').about).toBe(true);
  });

  it('counts a title only where its words stand together', () => {
    const fact = talk.fact({ question: "What was Ben's talk called?", gold: '"Paper Boats"' }, 3);
    expect(matchText(fact, "Ben gave a talk called 'Paper Boats'.").level).toBe('whole');
    expect(
      matchText(fact, 'Ben read a paper in the talk about how people in the north build boats.')
        .level,
    ).not.toBe('whole');
  });

  it('does not gather the words of a fact from all over a long text', () => {
    const fact = talk.fact(
      {
        question: 'Why does Ana like the hills?',
        gold: 'they are quiet and nobody asks her anything',
      },
      4,
    );
    const scattered = [
      'The street was quiet.',
      'Ben walked home.',
      'It rained.',
      'Somebody asks for tea.',
      'The shop was shut.',
      'It had anything but apples.',
      'Nobody came.',
    ].join(' ');
    expect(matchText(fact, scattered).level).not.toBe('whole');
  });
});

describe('matching the time of a fact', () => {
  const rowing = (): Fact =>
    talk.fact({ question: 'When did Ben start rowing?', gold: 'The week before 12 June 2023' }, 1);

  it('takes the same relative words beside the same day, and the date written out', () => {
    expect(matchText(rowing(), 'Ben started rowing last week', '2023-06-12T10:00:00').level).toBe(
      'whole',
    );
    expect(matchText(rowing(), 'Ben started rowing on the river on 7 June 2023').level).toBe(
      'whole',
    );
  });

  it('notices a changed day, a dropped time, and a time without a day to count from', () => {
    for (const [text, at] of [
      ['Ben started rowing last week', '2023-07-20T10:00:00'],
      ['Ben rows on the river', '2023-07-20T10:00:00'],
      ['Ben started rowing on the river', undefined],
      ['Ben started rowing last week', undefined],
    ] as const)
      expect(matchText(rowing(), text, at).level, `${text} ${at ?? ''}`).not.toBe('whole');
  });

  it('reads the stamp that a layer writes below a message', () => {
    const text = 'Ben: I started rowing on the river last week.\nTimestamp: 2023-06-12T10:00:00';
    expect(matchText(rowing(), text).level).toBe('whole');
  });
});

describe('a match', () => {
  const words = fc.constantFrom(
    ...'Ana adopted two rabbits called Pip and Juno Ben not 3 shelter . , \n 🐇 猫 été they we'.split(
      ' ',
    ),
  );
  const text = fc.array(words, { maxLength: 30 }).map((list) => list.join(' '));

  it('does not depend on case, accents or white space', () => {
    fc.assert(
      fc.property(text, (plain) => {
        const { score, level } = matchText(rabbits(), plain);
        for (const other of [
          plain.toUpperCase(),
          plain.replaceAll('a', 'á'),
          plain.replaceAll(' ', '  \t'),
        ]) {
          const match = matchText(rabbits(), other);
          expect(match.level).toBe(level);
          expect(match.score).toBeCloseTo(score, 10);
        }
      }),
      { seed: 20241, numRuns: 200 },
    );
  });

  it('has a score from 0 to 1 and a span inside its text', () => {
    fc.assert(
      fc.property(text, (plain) => {
        const { score, span } = matchText(rabbits(), plain);
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(1);
        if (span === undefined) return;
        expect(span.end).toBeGreaterThan(span.start);
        expect(plain.slice(span.start, span.end).trim()).not.toBe('');
      }),
      { seed: 20242, numRuns: 300 },
    );
  });

  it('is whole for the message itself, and stays so when unrelated text is added', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('It rained.', 'The bus was late.', 'Tea is ready.')),
        (more) => {
          const said = SAID[0]?.content ?? '';
          expect(matchText(rabbits(), `${more.join(' ')}\n${said}\n${more.join(' ')}`).level).toBe(
            'whole',
          );
        },
      ),
      { seed: 20243, numRuns: 50 },
    );
  });
});
