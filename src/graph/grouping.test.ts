import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NONE } from '../trace/columns';
import { groupBy, membersOf } from './grouping';

describe('grouping', () => {
  it('lists the members of each group in ascending order', () => {
    const grouping = groupBy(Uint32Array.of(2, 0, 2, NONE, 0), 3);
    expect([...membersOf(grouping, 0)]).toEqual([1, 4]);
    expect([...membersOf(grouping, 1)]).toEqual([]);
    expect([...membersOf(grouping, 2)]).toEqual([0, 2]);
  });

  it('has no members for a group that does not exist', () => {
    expect([...membersOf(groupBy(Uint32Array.of(0), 1), NONE)]).toEqual([]);
  });

  it('holds every grouped index exactly once, as a filter would find it', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.nat({ max: 9 }), fc.constant(NONE)), { maxLength: 200 }),
        (groups) => {
          const grouping = groupBy(Uint32Array.from(groups), 10);
          for (let g = 0; g < 10; g++) {
            const expected = groups.flatMap((group, i) => (group === g ? [i] : []));
            expect([...membersOf(grouping, g)]).toEqual(expected);
          }
        },
      ),
      { seed: 7, numRuns: 300 },
    );
  });
});
