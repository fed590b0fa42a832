import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scanTokens } from './scan';

const tokens = (text: string): string[] => {
  const { starts, ends } = scanTokens(text);
  return starts.map((start, i) => text.slice(start, ends[i]));
};

describe('scanning tokens', () => {
  it('keeps apostrophes inside words and splits at hyphens', () => {
    expect(tokens("Ana's well-known cat doesn’t bite")).toEqual([
      "Ana's",
      'well',
      'known',
      'cat',
      'doesn’t',
      'bite',
    ]);
  });

  it('reads numbers with commas, points and ordinal endings, and ISO times whole', () => {
    expect(tokens('1,200 of 3.5 on the 17th, 2023-05-08T13:56:00 done')).toEqual([
      '1,200',
      'of',
      '3.5',
      'on',
      'the',
      '17th',
      '2023-05-08T13:56:00',
      'done',
    ]);
  });

  it('reads Chinese, kana and Thai character by character, accents and other scripts as words', () => {
    expect(tokens('我喜欢猫 café Привет さくら')).toEqual([
      '我',
      '喜',
      '欢',
      '猫',
      'café',
      'Привет',
      'さ',
      'く',
      'ら',
    ]);
  });

  it('counts an emoji as a token and skips punctuation', () => {
    expect(tokens('great!!! 🎉🐈 …')).toEqual(['great', '🎉', '🐈']);
  });

  it('gives offsets that rise, do not overlap and never split a surrogate pair', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const { starts, ends } = scanTokens(text);
        let last = 0;
        starts.forEach((start, i) => {
          const end = ends[i] ?? 0;
          expect(start).toBeGreaterThanOrEqual(last);
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThanOrEqual(text.length);
          last = end;
        });
      }),
      { seed: 20231, numRuns: 500 },
    );
  });
});
