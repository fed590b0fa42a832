import { describe, expect, it } from 'vitest';
import { judgeSays } from './judge-says';

describe('judgeSays', () => {
  it.each([
    ['{"label": "CORRECT"}', 'right'],
    ['The answers differ.\n```json\n{"label": "WRONG"}\n```', 'wrong'],
    ['The explanation is incorrect.', 'wrong'],
    ['This is not correct', 'wrong'],
    ['Yes.', 'right'],
    ['After comparing both answers: no', 'wrong'],
  ] as const)('reads %j as %s', (response, says) => {
    expect(judgeSays(response)).toBe(says);
  });

  it('goes by the label, whatever words the explanation uses', () => {
    expect(judgeSays('It would be wrong to fail this. label: CORRECT')).toBe('right');
  });

  it('says nothing of a text without a verdict, or with both', () => {
    expect(judgeSays('The answers are about cats.')).toBeUndefined();
    expect(judgeSays('Half is correct, half is wrong.')).toBeUndefined();
  });
});
