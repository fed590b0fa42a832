import { expect, it } from 'vitest';
import { needsVerdict, type Label } from './case';

const label: Label = { errorType: 'UpdateError', opId: undefined, reason: '', annotator: 'file' };

it('wants a verdict for what the judge called wrong, labelled or not', () => {
  expect(needsVerdict({ outcome: 'failed', label: undefined })).toBe(true);
  expect(needsVerdict({ outcome: 'failed', label })).toBe(true);
});

it('wants a verdict for an unreadable score only where a person says that it failed', () => {
  expect(needsVerdict({ outcome: 'unscored', label })).toBe(true);
  expect(needsVerdict({ outcome: 'unscored', label: undefined })).toBe(false);
});

it('wants none for an answer that the judge passed, whatever its label', () => {
  expect(needsVerdict({ outcome: 'passed', label })).toBe(false);
});
