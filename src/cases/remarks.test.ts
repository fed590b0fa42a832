import { expect, test } from 'vitest';
import { exampleCase } from '../../test/support/example-case';
import { caseRemarks } from './remarks';

test('nothing is said about cases whose scores are numbers', () => {
  expect(caseRemarks([exampleCase()])).toEqual([]);
});

test('unscored cases are counted and the first are named', () => {
  const unscored = exampleCase({ outcome: 'unscored', score: undefined });
  const [remark] = caseRemarks([exampleCase(), ...Array.from({ length: 7 }, () => unscored)]);
  expect(remark).toMatchObject({ count: 7, problem: { kind: 'unreadable-score' } });
  expect(remark?.places).toHaveLength(5);
});

test('questions that come from labels alone are told from judged ones', () => {
  const unjudged = exampleCase({ judgeOp: undefined, score: undefined });
  expect(caseRemarks([unjudged])).toMatchObject([{ problem: { kind: 'labels-only' }, count: 1 }]);
  expect(caseRemarks([unjudged, exampleCase()])).toEqual([]);
  expect(caseRemarks([])).toEqual([]);
});
