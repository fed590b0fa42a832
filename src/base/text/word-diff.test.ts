import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diffWords } from './word-diff';

const removed = (before: string, after: string): string[] =>
  diffWords(before, after).removed.map(({ text }) => text);

describe('the difference of two texts', () => {
  it('names the words that an update removed and added', () => {
    const before = "Jolene's project crashed last week and she lost all of her work";
    const after = "Jolene's project crashed and she lost some of her work";
    expect(removed(before, after)).toEqual(['last week', 'all']);
    expect(diffWords(before, after).added.map(({ text }) => text)).toEqual(['some']);
  });

  it('does not take inflection, case or accents for a change', () => {
    expect(diffWords('She visits a Café', 'she visited a cafe')).toEqual({
      removed: [],
      added: [],
    });
  });

  it('gives runs that are substrings of their text, and none for equal texts', () => {
    const text = fc
      .array(fc.constantFrom('cat', 'dog', 'likes', 'two', 'the', '猫', 'Ana'), { maxLength: 20 })
      .map((words) => words.join(' '));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const diff = diffWords(before, after);
        for (const run of diff.removed) expect(before.slice(run.start, run.end)).toBe(run.text);
        for (const run of diff.added) expect(after.slice(run.start, run.end)).toBe(run.text);
        expect(diffWords(before, before)).toEqual({ removed: [], added: [] });
      }),
      { seed: 20238, numRuns: 300 },
    );
  });

  it('treats everything between common ends as changed when the texts are very long', () => {
    const middle = (word: string): string => `${word} `.repeat(2500);
    const diff = diffWords(`start ${middle('old')}end`, `start ${middle('new')}end`);
    expect(diff.removed).toHaveLength(1);
    expect(diff.added).toHaveLength(1);
  });
});
