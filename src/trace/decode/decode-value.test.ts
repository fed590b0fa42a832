import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeValue } from './decode-value';
import { plainValue, type PlainValue } from './plain-value';

const kindOf = (raw: string): string => decodeValue(raw).kind;
const plain = (raw: string): PlainValue => plainValue(decodeValue(raw).node);
const map = (entries: Record<string, PlainValue>): PlainValue => new Map(Object.entries(entries));

describe('decodeValue', () => {
  it.each<[string, string, PlainValue]>([
    ['{"a": [1, 2.5, true, null]}', 'json', map({ a: [1, 2.5, true, null] })],
    ['[]', 'json', []],
    ['{}', 'json', map({})],
    ['0.0', 'json', 0],
    ['-1.5e3', 'json', -1500],
    ['"a\\u00e9\\n\\ud83d\\ude00\\/"', 'json', 'aé\n😀/'],
    [
      '{"score": NaN, "top": Infinity, "low": -Infinity}',
      'json',
      map({ score: NaN, top: Infinity, low: -Infinity }),
    ],
    ["'it\\'s \\\\ \\xe9 \\u2014 \\U0001f600'", 'python', "it's \\ é — 😀"],
    ["['a', None, True, False, nan, -inf]", 'python', ['a', null, true, false, NaN, -Infinity]],
    ["{'k': ('x', 1), 2: 'y'}", 'python', map({ k: ['x', 1], '2': 'y' })],
    ["{'a', 'b'}", 'python', ['a', 'b']],
    ["('x',)", 'python', ['x']],
    ["('x')", 'python', 'x'],
    ['()', 'python', []],
    [
      'Result(should_end=False, topic="x", parts=[Part(n=1)])',
      'dataclass',
      map({ should_end: false, topic: 'x', parts: [map({ n: 1 })] }),
    ],
    ['datetime.datetime(2023, 5, 8)', 'dataclass', map({ '0': 2023, '1': 5, '2': 8 })],
    ['Row(kind=<Kind.A: 1>)', 'dataclass', map({ kind: null })],
  ])('reads %s as %s', (raw, kind, value) => {
    expect(kindOf(raw)).toBe(kind);
    expect(plain(raw)).toEqual(value);
  });

  it.each([
    '',
    '7 May 2023',
    'Yes',
    '007',
    "It's late",
    '"He" said "so"',
    "'open",
    '[1, 2',
    '{"a" 1}',
    "{'a': 1, 'b'}",
    '[1 2]',
    'None of them',
    'f(x',
    '1.2.3',
    '<b>bold</b>',
  ])('keeps %j as text', (raw) => {
    expect(decodeValue(raw)).toMatchObject({ kind: 'text', node: { start: 0, end: raw.length } });
    expect(plain(raw)).toBe(raw);
  });

  it('keeps a key named __proto__ as data', () => {
    const value = plain('{"__proto__": {"polluted": true}}');
    expect(value).toEqual(new Map([['__proto__', new Map([['polluted', true]])]]));
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });

  it('shows nesting beyond the cap as text without recursion', () => {
    expect(kindOf('['.repeat(500) + ']'.repeat(500))).toBe('json');
    expect(kindOf('['.repeat(100_000) + ']'.repeat(100_000))).toBe('text');
  });

  it('agrees with JSON.parse on every JSON text', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const expected: unknown = JSON.parse(text);
        expect(JSON.stringify(toJson(plain(text)))).toBe(JSON.stringify(expected));
      }),
      { seed: 7, numRuns: 500 },
    );
  });

  it('never throws and never loses text', () => {
    const piece = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      '(',
      ')',
      ':',
      ',',
      '"',
      "'",
      '\\',
      'u12',
      'A=',
      'None',
      '1',
      ' ',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 24 }), (pieces) => {
        const raw = pieces.join('');
        const { node } = decodeValue(raw);
        expect(node.start).toBeGreaterThanOrEqual(0);
        expect(node.end).toBeLessThanOrEqual(raw.length);
      }),
      { seed: 8, numRuns: 2000 },
    );
  });
});

function isList(value: PlainValue): value is readonly PlainValue[] {
  return Array.isArray(value);
}

function isMap(value: PlainValue): value is ReadonlyMap<string, PlainValue> {
  return value instanceof Map;
}

function toJson(value: PlainValue): unknown {
  if (isMap(value)) return Object.fromEntries([...value].map(([key, item]) => [key, toJson(item)]));
  return isList(value) ? value.map((item) => toJson(item)) : value;
}
