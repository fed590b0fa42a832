import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dateOf, dayOf, spanDays, type DaySpan } from './calendar';
import { findDatePhrases } from './date-phrases';
import { scanTokens } from './scan';
import { toTerm } from './terms';

// A Tuesday.
const BASE = dayOf(2023, 8, 1);

const wordsOf = (text: string): string[] => {
  const { starts, ends } = scanTokens(text);
  return starts.map((start, i) => toTerm(text.slice(start, ends[i])).word);
};

const iso = (day: number): string => {
  const date = dateOf(day);
  return [date.year, date.month, date.day].map((n) => String(n).padStart(2, '0')).join('-');
};

const show = (span: DaySpan | undefined): string =>
  span === undefined
    ? '?'
    : span.first === span.last
      ? iso(span.first)
      : `${iso(span.first)}…${iso(span.last)}`;

const dates = (text: string, base: number | undefined = BASE): string[] =>
  findDatePhrases(wordsOf(text), () => base).map(({ span }) => show(span));

describe('dates in texts', () => {
  it('are read in many written forms', () => {
    for (const text of [
      'on 7 May 2023',
      'May 7, 2023',
      'May 7th, 2023',
      'the 7th of May 2023',
      '2023-05-07',
      '2023-05-07T13:00:00',
      '1:56 pm on 7 May, 2023',
    ])
      expect(dates(text), text).toEqual(['2023-05-07']);
    expect(dates('October, 2023')).toEqual(['2023-10-01…2023-10-31']);
    expect(dates('back in 2022')).toEqual(['2022-01-01…2022-12-31']);
  });

  it('take a month or day without a year near the base day', () => {
    expect(dates('on May 7')).toEqual(['2023-05-07']);
    expect(dates('in December')).toEqual(['2023-12-01…2023-12-31']);
    expect(dates('in January', dayOf(2023, 12, 20))).toEqual(['2024-01-01…2024-01-31']);
    expect(dates('on the 17th')).toEqual(['2023-08-17']);
  });

  it('count from the base day when they are relative', () => {
    expect(dates('yesterday')).toEqual(['2023-07-31']);
    expect(dates('last week')).toEqual(['2023-07-24…2023-07-31']);
    expect(dates('next month')).toEqual(['2023-09-01…2023-09-30']);
    expect(dates('last year')).toEqual(['2022-01-01…2022-12-31']);
    expect(dates('two days ago')).toEqual(['2023-07-30']);
    expect(dates('a couple of weeks ago')).toEqual(['2023-07-15…2023-07-21']);
    expect(dates('last Friday')).toEqual(['2023-07-28']);
    expect(dates('last Tues')).toEqual(['2023-07-25']);
    expect(dates('last weekend')).toEqual(['2023-07-28…2023-07-30']);
    expect(dates('last summer')).toEqual(['2022-06-01…2022-08-31']);
    expect(dates('in two weeks')).toEqual(['2023-08-12…2023-08-18']);
  });

  it('are read when they count from another date', () => {
    expect(dates('the week before 9 June 2023')).toEqual(['2023-05-30…2023-06-08']);
    expect(dates('Thursday before December 17, 2023.')).toEqual(['2023-12-14']);
    expect(dates('The Friday before 15 July 2023')).toEqual(['2023-07-14']);
    expect(dates('two days after 3 May 2020')).toEqual(['2020-05-05']);
    expect(dates('two weekends before 17 July 2023')).toEqual(['2023-07-07…2023-07-09']);
  });

  it('are read as parts of a month', () => {
    expect(dates('last week of July 2023')).toEqual(['2023-07-24…2023-07-31']);
    expect(dates('early May 2023')).toEqual(['2023-05-01…2023-05-10']);
    expect(dates('the end of August')).toEqual(['2023-08-21…2023-08-31']);
  });

  it('stay unknown when they are relative and nothing is known of the day', () => {
    const [phrase] = findDatePhrases(wordsOf('I lost it last week'), () => undefined);
    expect(phrase).toMatchObject({ phrase: 'last week', relative: true, span: undefined });
  });

  it('are not seen in verbs, habits and amounts', () => {
    for (const text of [
      'they may come',
      'we march on',
      'every Friday and on Mondays',
      'he is 8 years old',
      'three weeks of work',
      'the last one',
      'in the second round',
    ])
      expect(
        dates(text).filter((date) => date !== '2023-07-28'),
        text,
      ).toEqual([]);
  });

  it('survive being written out and read again, for every day of a century', () => {
    const months =
      'January February March April May June July August September October November December'.split(
        ' ',
      );
    fc.assert(
      fc.property(fc.integer({ min: dayOf(1950, 1, 1), max: dayOf(2049, 12, 31) }), (day) => {
        const { year, month, day: date } = dateOf(day);
        const name = months[month - 1] ?? '';
        for (const text of [
          `${name} ${String(date)}, ${String(year)}`,
          `${String(date)} ${name} ${String(year)}`,
          iso(day),
        ])
          expect(dates(text, undefined), text).toEqual([iso(day)]);
      }),
      { seed: 20234, numRuns: 300 },
    );
  });

  it('move with the base day', () => {
    const phrases = ['yesterday', 'last week', 'two days ago', 'last Friday', 'tomorrow'];
    fc.assert(
      fc.property(
        fc.constantFrom(...phrases),
        fc.integer({ min: 1, max: 2000 }),
        (phrase, weeks) => {
          const span = (base: number): DaySpan | undefined =>
            findDatePhrases(wordsOf(phrase), () => base)[0]?.span;
          const now = span(BASE);
          const later = span(BASE + 7 * weeks);
          expect(now && later && later.first - now.first).toBe(7 * weeks);
          expect(now && later && spanDays(now) === spanDays(later)).toBe(true);
        },
      ),
      { seed: 20235 },
    );
  });

  it('never lie outside the words, whatever the words are', () => {
    const word = fc.constantFrom(
      ...'the a last next week weekend may march 2023 7 17th of in two ago before monday 99999 early first'.split(
        ' ',
      ),
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 12 }), (words) => {
        for (const { from, to } of findDatePhrases(words, () => BASE)) {
          expect(to).toBeGreaterThan(from);
          expect(to).toBeLessThanOrEqual(words.length);
        }
      }),
      { seed: 20236, numRuns: 1000 },
    );
  });
});
