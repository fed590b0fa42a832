import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createHash } from 'node:crypto';
import { Float, floatText } from './plain';
import { jsonBlock, jsonLine, jsonToHash, reprList, reprText, reprValue } from './python-text';
import { sha1 } from './sha1';

describe('Python text', () => {
  test('quotes a string the way that saves escapes', () => {
    expect(reprText('tea')).toBe("'tea'");
    expect(reprText("it's")).toBe('"it\'s"');
    expect(reprText('both \' and "')).toBe("'both \\' and \"'");
    expect(reprText('a\n\t\\\u0000\u00a0é')).toBe("'a\\n\\t\\\\\\x00\\xa0é'");
    expect(reprList(['a', "b'c"])).toBe("['a', \"b'c\"]");
  });

  test('writes JSON with spaces after colons and commas, and blocks with sorted keys', () => {
    expect(jsonLine({ b: [1, 'x'], a: null })).toBe('{"b": [1, "x"], "a": null}');
    expect(jsonBlock({ b: 1, a: [] })).toBe('{\n    "a": [],\n    "b": 1\n}');
  });

  test('hashes what Python hashes', () => {
    // Identities seen in exports of smartcomment 0.1.2: an empty dict and a one-element list.
    expect(sha1(jsonToHash({}))).toBe('bf21a9e8fbc5a3846fb05b4fa0859e0917b2202f');
    expect(sha1(jsonToHash(['7 May 2023']))).toBe('7270dea47c55b02fc1793698c1ea932e8fe767f6');
    expect(jsonToHash('é')).toBe('"\\u00e9"');
  });

  test('writes literals, floats and what JSON has no word for', () => {
    expect(reprValue({ a: [null, true, 1, new Float(1)], b: Number.NaN })).toBe(
      "{'a': [None, True, 1, 1.0], 'b': nan}",
    );
    expect(jsonBlock([new Float(2), Number.NaN, Number.NEGATIVE_INFINITY])).toBe(
      '[\n    2.0,\n    NaN,\n    -Infinity\n]',
    );
    expect([1, 0.1, 1e-7, 1e16, 123456.5, -0.00005].map(floatText)).toEqual([
      '1.0',
      '0.1',
      '1e-07',
      '1e+16',
      '123456.5',
      '-5e-05',
    ]);
    expect(reprText('a\u2028b\u200bc\ue000')).toBe("'a\\u2028b\\u200bc\\ue000'");
  });

  test('hashes texts of any length as the standard says', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
        expect(sha1(text)).toBe(createHash('sha1').update(text).digest('hex'));
      }),
      { seed: 5, numRuns: 200 },
    );
  });

  test('keeps any JSON value readable', () => {
    const value = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.array(fc.string()),
      fc.dictionary(fc.string(), fc.integer(), { noNullPrototype: true }),
    );
    fc.assert(
      fc.property(value, (v) => {
        expect(JSON.parse(jsonLine(v))).toEqual(v);
        expect(JSON.parse(jsonBlock(v))).toEqual(v);
        expect(JSON.parse(jsonToHash(v))).toEqual(v);
      }),
      { seed: 2, numRuns: 200 },
    );
  });
});
