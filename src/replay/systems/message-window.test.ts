import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isShortened, longestEnd, withoutSome } from './message-window';

const message = fc
  .tuple(
    fc.constantFrom('Ana', 'Ben'),
    fc.string({ minLength: 1 }).filter((s) => !s.includes('|')),
  )
  .map(([name, text]) => `Speaker ${name} says: ${text}`);

describe('the window of messages', () => {
  test('is read back from where it was cut, wherever that was', () => {
    fc.assert(
      fc.property(fc.array(message), message, fc.nat(), (kept, next, cut) => {
        const rest = kept.slice(cut % (kept.length + 1));
        const value = [...rest, next].join('|');
        expect(longestEnd(kept, next, value, '|')?.join('|')).toBe(value);
      }),
      { seed: 3, numRuns: 300 },
    );
  });

  test('takes a shortened message for the message, and nothing else', () => {
    const long = 'Speaker Ana says: Thanks, Melanie! This necklace is special.\nTimestamp: 2023';
    expect(isShortened(long, 'Speaker Ana says: Thanks, Melanie! This...\nTimestamp: 2023')).toBe(
      true,
    );
    expect(isShortened(long, long)).toBe(false);
    expect(isShortened(long, 'Speaker Ben says: Thanks\nTimestamp: 2023')).toBe(false);
    expect(longestEnd(['a', 'b'], long, 'a|c', '|')).toBeUndefined();
  });

  test('a window that lacks messages in the middle is told apart again', () => {
    fc.assert(
      fc.property(fc.array(message, { minLength: 1 }), fc.array(fc.boolean()), (all, drop) => {
        const left = all.filter((_, i) => drop[i] !== true);
        const value = left.join('|');
        expect(withoutSome(all, value, '|').join('|')).toBe(value);
      }),
      { seed: 4, numRuns: 300 },
    );
    expect(withoutSome(['a'], 'x', '|')).toEqual(['x']);
  });
});
