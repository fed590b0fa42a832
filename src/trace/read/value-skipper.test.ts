import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { utf8 } from '../../../test/support/graph-file';
import { BROKEN, MAX_DEPTH, NEED_MORE, TOO_DEEP } from './json-bytes';
import { ValueSkipper } from './value-skipper';

function skip(text: string, final = true): number {
  const skipper = new ValueSkipper();
  skipper.start(0);
  const bytes = utf8(text);
  return skipper.skip(bytes, 0, bytes.length, final);
}

const accepts = (text: string): boolean => skip(text) === utf8(text).length;

const GOOD = [
  '{}',
  '[]',
  '""',
  '0',
  '-0',
  '10',
  '1.5',
  '1e5',
  '1E+5',
  '-1.5e-10',
  'true',
  'false',
  'null',
  '[1,2]',
  '[[],{}]',
  '{"a":{"b":[null]}}',
  '{"":0}',
  '{"a":1,"a":2}',
  '"\\u0041\\"\\\\\\/\\b"',
  '"é😀"',
  ' [ 1 , 2 ]',
  'NaN',
  '-Infinity',
  '[Infinity]',
  '"a\u0001b"',
  '"\ud800"',
];

const BAD = [
  '',
  ' ',
  '{',
  '[',
  '"',
  '"\\"',
  '{"a"}',
  '{"a":}',
  '{"a":1,}',
  '{,}',
  '{1:2}',
  '{"a" "b"}',
  '{"a":1 "b":2}',
  '[,]',
  '[1,]',
  '[1 2]',
  '[1}',
  '{"a":1]',
  '01',
  '-',
  '+1',
  '.5',
  '1.',
  '1e',
  '1e+',
  '0x10',
  '1.2.3',
  'nul',
  'True',
  'undefined',
  'nan',
  '-NaN',
  "'a'",
  ']',
  '}',
  ':',
  ',',
  '/* */1',
  '\u00a01',
];

describe('ValueSkipper', () => {
  it.each(GOOD)('accepts %j', (text) => {
    expect(skip(text)).toBe(utf8(text).length);
  });

  it.each(BAD)('does not accept %j', (text) => {
    expect(accepts(text)).toBe(false);
  });

  it('stops behind the first value', () => {
    expect(skip('[1] [2]')).toBe(3);
    expect(skip('1,')).toBe(1);
  });

  it('waits for a number that may go on', () => {
    expect(skip('12', false)).toBe(NEED_MORE);
    expect(skip('12 ', false)).toBe(2);
  });

  it('counts nesting against the cap', () => {
    expect(skip('['.repeat(MAX_DEPTH) + ']'.repeat(MAX_DEPTH))).toBe(2 * MAX_DEPTH);
    expect(skip('['.repeat(MAX_DEPTH + 1))).toBe(TOO_DEEP);
    expect(skip('[{"a":'.repeat(100_000))).toBe(TOO_DEEP);
  });

  it('says where it broke', () => {
    const skipper = new ValueSkipper();
    skipper.start(0);
    const bytes = utf8('[1, 2; 3]');
    expect(skipper.skip(bytes, 0, bytes.length, true)).toBe(BROKEN);
    expect(skipper.at).toBe(5);
  });

  it('accepts exactly what JSON.parse accepts, strings apart', () => {
    const token = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ':',
      ',',
      '"a"',
      '"b"',
      '1',
      '-2.5',
      'true',
      'null',
      ' ',
      '0',
      'e',
    );
    fc.assert(
      fc.property(fc.array(token, { minLength: 1, maxLength: 12 }), (tokens) => {
        const text = tokens.join('').trimEnd();
        expect(accepts(text)).toBe(parses(text));
      }),
      { seed: 21, numRuns: 2000 },
    );
  });
});

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
