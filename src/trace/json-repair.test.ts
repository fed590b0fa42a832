import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseLenient, parseRecord } from './json';
import { repairJson } from './json-repair';
import { decodeStringToken } from './string-token';

describe('repairJson', () => {
  it.each<[string, unknown]>([
    ['{"a": NaN, "b": [-Infinity, Infinity]}', { a: null, b: [null, null] }],
    ['{"a": "NaN", "Infinity": -1}', { a: 'NaN', Infinity: -1 }],
    ['{"a": "x\u0001\ny"}', { a: 'x\u0001\ny' }],
    [String.raw`{"a": "\x41\q\u00e9\u12"}`, { a: 'x41qéu12' }],
    [String.raw`{"a": "\\", "b": "\"NaN\""}`, { a: '\\', b: '"NaN"' }],
    ['NaN', null],
  ])('makes %j readable', (text, value) => {
    expect(JSON.parse(repairJson(text))).toEqual(value);
    expect(parseLenient(text)).toEqual(value);
  });

  it('leaves JSON as it is', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(repairJson(text)).toBe(text);
      }),
      { seed: 51, numRuns: 500 },
    );
  });

  it('does not make JSON of what is none', () => {
    for (const text of ['{', '{"a": Nan}', '[1, 2', '"open', 'Infinit', '{"a": "x\\', ''])
      expect(() => parseLenient(text)).toThrow(SyntaxError);
    expect(parseRecord('{"a": "x').size).toBe(0);
  });

  it('repairs a record with a value of many megabytes', () => {
    const value = 'line\\n\\"quoted\\" '.repeat(500_000);
    const record = parseRecord(`{"value": "${value}", "score": NaN}`);
    expect(record.get('score')).toBe(null);
    expect(String(record.get('value')).length).toBe('line\n"quoted" '.length * 500_000);
  });

  it('decodes many escapes around an odd one in a fraction of a second', () => {
    // Found by fuzzing: a value of 100,000 escaped levels with a control character in it.
    const token = Buffer.from(`"${'{\\"a\\":'.repeat(100_000)}\u0001"`);
    const began = process.cpuUsage();
    expect(decodeStringToken(token)).toHaveLength(500_001);
    const { user, system } = process.cpuUsage(began);
    expect((user + system) / 1000).toBeLessThan((250 * token.length) / 100_000);
  });
});
