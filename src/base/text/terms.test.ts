import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { termOf, toTerm } from './terms';

const same = (...words: readonly string[]): void => {
  expect(new Set(words.map(termOf)).size, words.join(', ')).toBe(1);
};

describe('terms', () => {
  it('bring inflections together, regular and irregular', () => {
    same('volunteer', 'volunteered', 'volunteering', 'volunteers');
    same('buy', 'bought', 'buying');
    same('child', 'children', 'kids', 'kiddo');
    same('fascinated', 'fascinate', 'fascinates');
    same('joy', 'joyful');
    same('happy', 'happiness');
  });

  it('bring informal names of the same thing together', () => {
    same('mom', 'mother', 'moms', 'Mum');
    same('pics', 'photo', 'picture', 'photograph');
    same('girlfriend', 'gf');
  });

  it('drop possessives and contractions, and read denials', () => {
    expect(termOf("Ana's")).toBe(termOf('Ana'));
    expect(toTerm("didn't")).toMatchObject({ term: 'not', negates: true });
    expect(toTerm('won’t')).toMatchObject({ term: 'not', negates: true });
    expect(toTerm('never')).toMatchObject({ term: 'not', negates: true });
    expect(toTerm("they're")).toMatchObject({ stop: true });
  });

  it('read number words, ordinals and thousands as numbers', () => {
    expect(termOf('two')).toBe('#2');
    expect(termOf('2')).toBe('#2');
    expect(termOf('17th')).toBe('#17');
    expect(termOf('1,200')).toBe('#1200');
    expect(termOf('Twenty')).toBe('#20');
    expect(termOf('３')).toBe('#3');
  });

  it('keep different words apart', () => {
    for (const [a, b] of [
      ['running', 'exercise'],
      ['peace', 'piece'],
      ['sushi', 'salmon'],
      ['two', 'three'],
      ['mother', 'father'],
    ] as const)
      expect(termOf(a), `${a}, ${b}`).not.toBe(termOf(b));
  });

  it('do not depend on case, accents or the kind of apostrophe', () => {
    same('Café', 'cafe', 'CAFÉ', 'cafe\u0301');
    fc.assert(
      fc.property(fc.stringMatching(/^[a-zéüñ]{1,12}$/), (word) => {
        expect(termOf(word.toUpperCase())).toBe(termOf(word));
        expect(termOf(word.normalize('NFD'))).toBe(termOf(word));
      }),
      { seed: 20232, numRuns: 300 },
    );
  });

  it('are the same when taken twice of any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 20 }), (word) => {
        expect(toTerm(word)).toEqual(toTerm(word));
      }),
      { seed: 20233 },
    );
  });
});
