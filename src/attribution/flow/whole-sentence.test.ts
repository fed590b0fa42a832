import { expect, it } from 'vitest';
import { toSentenceEnd } from './whole-sentence';

const spanOf = (text: string, part: string) => {
  const start = text.indexOf(part);
  return { start, end: start + part.length };
};
const read = (text: string, part: string): string => {
  const { start, end } = toSentenceEnd(text, spanOf(text, part));
  return text.slice(start, end);
};

it('goes on to the end of the sentence', () => {
  expect(read('We met. The course starts on 12 March. It rained.', 'The course')).toBe(
    'The course starts on 12 March.',
  );
});

it('goes on to the end of a line or of the text where no sentence ends', () => {
  expect(read('the first evening is on 12 March\n2024-01-02', 'the first')).toBe(
    'the first evening is on 12 March',
  );
  expect(read('the first evening is on 12 March', 'the first')).toBe(
    'the first evening is on 12 March',
  );
});

it('does not take a point inside a number for an end', () => {
  expect(read('It cost 3.50 euros. Fine.', 'It cost')).toBe('It cost 3.50 euros.');
});

it('leaves a span alone that ends a sentence, or whose end is far', () => {
  expect(read('Done. More.', 'Done.')).toBe('Done.');
  expect(read(`a cat ${'and so on '.repeat(60)}`, 'a cat')).toBe('a cat');
});
