import { describe, expect, it } from 'vitest';
import { opId } from '../base/brand';
import { exampleCase, exampleLabel, exampleVerdict } from '../../test/support/example-case';
import { compare, type Pair } from './comparison';
import type { MemoryErrorType } from './error-type';
import type { Doubt, Verdict } from './verdict';

const found = (errorType: MemoryErrorType, op: string, doubts: readonly Doubt[] = []): Verdict =>
  exampleVerdict({ errorType, opId: opId(op), doubts });

const labelled = (op: string) =>
  exampleCase({ label: exampleLabel({ errorType: 'UpdateError', opId: opId(op) }) });

const doubt: Doubt = { about: 'label', confidence: 0.9, sentence: '', quotes: [] };

/** Seven cases; the comments say by hand which side is right in type, and in operation. */
const PAIRS: readonly Pair[] = [
  // both, both; same answer
  {
    case: labelled('op-1'),
    left: found('UpdateError', 'op-1'),
    right: found('UpdateError', 'op-1'),
  },
  // both, only left: op-10 is not op-1
  {
    case: labelled('op-1'),
    left: found('UpdateError', 'op-1'),
    right: found('UpdateError', 'op-10'),
  },
  // only right, both
  {
    case: labelled('op-1'),
    left: found('DeletionError', 'op-1'),
    right: found('UpdateError', 'op-1'),
  },
  // only left, only left: nothing on the right
  { case: labelled('op-1'), left: found('UpdateError', 'op-1'), right: undefined },
  // neither, neither; both missing is no disagreement
  { case: labelled('op-1'), left: undefined, right: undefined },
  // only right, only right: the doubt on the left names neither
  {
    case: labelled('op-1'),
    left: found('UpdateError', 'op-1', [doubt]),
    right: found('UpdateError', 'op-1'),
  },
  // not labelled: counted nowhere, listed because the answers differ
  { case: exampleCase(), left: found('UpdateError', 'op-1'), right: found('UpdateError', 'op-2') },
];

describe('two runs side by side', () => {
  const comparison = compare(PAIRS);

  it('counts over the labelled memory errors which of the two is right', () => {
    expect(comparison.n).toBe(6);
    expect(comparison.errorType).toEqual({ both: 2, onlyLeft: 1, onlyRight: 2, neither: 1 });
    expect(comparison.operation).toEqual({ both: 2, onlyLeft: 2, onlyRight: 1, neither: 1 });
  });

  it('lists the cases on which they disagree, and says how many only one of them has', () => {
    expect(comparison.disagreements).toEqual([1, 2, 3, 5, 6].map((i) => PAIRS[i]));
    expect(comparison.oneSided).toBe(1);
  });
});
