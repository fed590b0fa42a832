import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitSentences } from './sentences';

const sentences = (text: string): string[] => {
  const { starts } = splitSentences(text);
  return starts.map((start, i) => text.slice(start, starts[i + 1]).trim());
};

describe('splitting sentences', () => {
  it('ends them at marks followed by space, and at line ends', () => {
    expect(sentences('I went. Really?! Yes… it was\nfun')).toEqual([
      'I went.',
      'Really?!',
      'Yes…',
      'it was',
      'fun',
    ]);
  });

  it('does not end them at initials, titles or numbers', () => {
    expect(sentences('J.K. Rowling met Dr. Who at 3.5 km.')).toHaveLength(1);
  });

  it('ends Chinese sentences without a space', () => {
    expect(sentences('我去了。你呢？好！')).toEqual(['我去了。', '你呢？', '好！']);
  });

  it('loses no character of any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
        const { starts } = splitSentences(text);
        expect(starts[0]).toBe(0);
        expect(starts.map((start, i) => text.slice(start, starts[i + 1])).join('')).toBe(text);
      }),
      { seed: 20237 },
    );
  });
});
