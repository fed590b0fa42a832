import { describe, expect, it } from 'vitest';
import { graphText, rawNode, tinyGraph, utf8 } from '../../../test/support/graph-file';
import { readText, tracesOf, verdictOn } from '../../../test/support/read-text';

/*
 * The classes of the public JSONTestSuite (github.com/nst/JSONTestSuite), written anew: what every
 * parser must take (y), must not take (n), may do either way with (i). Each text stands as a value
 * inside a record, where trace data stands. What is taken though JSON forbids it or leaves it open
 * must give a warning.
 */

const MARK = '"the value"';
const TEMPLATE = graphText({
  ...tinyGraph,
  nodes: [...tinyGraph.nodes, rawNode('tried', 'x', { metadata: { a: 'the value' } })],
});
const [BEFORE = '', AFTER = ''] = TEMPLATE.split(MARK);
const AT = BEFORE.length;

/** The characters of a text as bytes: what is not UTF-8 is written in Latin-1. */
const latin1 = (text: string): Uint8Array => Uint8Array.from(text, (c) => c.charCodeAt(0));

/** What reading says of a trace with such a value: what was left out, and what was tolerated. */
async function said(value: string | Uint8Array): Promise<string> {
  const middle = typeof value === 'string' ? utf8(value) : value;
  const outcome = await readText(
    new Uint8Array(Buffer.concat([utf8(BEFORE), middle, utf8(AFTER)])),
  );
  const tolerated = tracesOf(outcome).flatMap((trace) => trace.tolerated);
  const kinds = tolerated.map(({ problem, count }) => `${problem.kind} ${String(count)}`);
  return [verdictOn(outcome), ...kinds].join('; ');
}

const deep = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;

const TAKEN: readonly string[] = [
  // Arrays.
  ...['[]', '[ ]', '[[]   ]', '[""]', '["a"]', '[false]', '[null]', '[null, 1, "1", {}]', '[1\n]'],
  ...[' [1]', '[1] ', '[1,null,null,null,2]', '[[],[[]],[{}]]', '[\t1\r\n,\t2 ]'],
  // Numbers.
  ...['[123e65]', '[0e+1]', '[0e1]', '[ 4]', '[-0.0000000000000000000000000001]', '[20e1]'],
  ...['[-0]', '[-123]', '[-1]', '[1E22]', '[1E-2]', '[1E+2]', '[123e45]', '[123.456e78]', '[1e-2]'],
  ...['[1e+2]', '[123]', '[123.456789]', '0', '-1', '0.5', '12.25E-1', '[9007199254740991]'],
  // Objects.
  ...['{}', '{"a":"b"}', '{"a":"b","c":"d"}', '{"":0}', '{"a\\u0000b":12}', '{"x":[{"id":"x"}]}'],
  ...['{"min":-1.0e+28,"max":1.0e+28}', '{"a":[]}', '{"a":\n1\n}', '{"\\u043f\\u043e":"\\u041f"}'],
  '{"id":"0123456789","more":{"id":"another object"}}',
  // Texts.
  ...['["\\u0060\\u012a\\u12AB"]', '["\\ud801\\udc37"]', '["\\ud83d\\ude39\\ud83d\\udc8d"]'],
  ...[
    '["\\"\\\\\\/\\b\\f\\n\\r\\t"]',
    '["\\\\u0000"]',
    '["\\""]',
    '["a/*b*/c/*d//e"]',
    '["\\\\a"]',
  ],
  ...['["\\\\n"]', '["\\u0012"]', '["\\uFFFF"]', '["asd"]', '[ "asd"]', '["\\uDBFF\\uDFFF"]'],
  ...['["new\\u00A0line"]', '["\u{10ffff}"]', '["\uffff"]', '["\\u0000"]', '["\\u002c"]', '["π"]'],
  ...['["\u{1bfff}"]', '["asd "]', '" "', '["\\uD834\\uDd1e"]', '["\\u0821"]', '["\\u0123"]'],
  ...['["\u2028"]', '["\u2029"]', '["\\u0061\\u30af\\u30EA\\u30b9"]', '["new\\u000Aline"]', '""'],
  ...['["\u007f"]', '["\\uA66D"]', '["\\u005C"]', '["⍂㈴⍂"]', '["\\u200B"]', '["\\u2064"]'],
  ...[
    '["\\uFDD0"]',
    '["\\uFFFE"]',
    '["\\u0022"]',
    '["€𝄞"]',
    '["aa\u007f"]',
    '["\\u0041\\uD834\\uDD1E"]',
  ],
  // Alone.
  ...['false', 'true', 'null', '42', '-0.1', '"asd"', '["a"]\n', ' [] ', '"\u00a0"', '"\ufeff"'],
];

/** Taken by every parser, but a part of it is lost. */
const REPEATED = ['{"a":"b","a":"c"}', '{"a":"b","a":"b"}', '[{"":1,"":2}]'];

const NOT_TAKEN: readonly string[] = [
  // Arrays.
  ...['[1 true]', '["": 1]', '["",', '[,1]', '[1,,2]', '["x",,]', '["x"]]', '["",]', '["x"'],
  ...['[x', '[3[4]]', '[1:2]', '[,]', '[-]', '[   , ""]', '["a",\n4\n,1,', '[1,]', '[1,,]', '[*]'],
  ...['["a"', '[1,', '[1,\n1\n,1', '[{}', '[', ']', '[][]', '[1]x', '["a" "b"]', '[}', '[{]}'],
  // Words.
  ...['[fals]', '[nul]', '[tru]', '[True]', '[TRUE]', '[undefined]', '[nan]', '[inf]', '[None]'],
  ...['[truth]', '[nulll]', 'truefalse'],
  // Numbers.
  ...['[++1234]', '[+1]', '[+Inf]', '[-01]', '[-1.0.]', '[-2.]', '[-NaN]', '[.-1]', '[.2e-3]'],
  ...['[0.1.2]', '[0.3e+]', '[0.3e]', '[0.e1]', '[0E+]', '[0E]', '[0e]', '[0e+]', '[1.0e+]'],
  ...[
    '[1.0e-]',
    '[1.0e]',
    '[1 000.0]',
    '[1eE2]',
    '[2.e+3]',
    '[2.e-3]',
    '[2.e3]',
    '[9.e+]',
    '[Inf]',
  ],
  ...['[１]', '[1+2]', '[0x1]', '[0x42]', '[0e+-1]', '[-foo]', '[- 1]', '[-012]', '[-.123]'],
  ...[
    '[-1x]',
    '[1ea]',
    '[1.2a-3]',
    '[1.8011670033376514H-308]',
    '[012]',
    '[2.]',
    '[.5]',
    '[1_000]',
  ],
  ...['[-Inf]', '[0b1]', '[0o7]', '[1e1e1]', '[Infinit]', '[NaN0]', '[--1]', '[1e+-2]'],
  // Objects.
  ...['["x", truth]', '{[: "x"}', '{"x", null}', '{"x"::"b"}', '{🇨🇭}', '{"a":"a" 123}'],
  ...["{key: 'value'}", '{"a" b}', '{:"b"}', '{"a" "b"}', '{"a":', '{"a"', '{1:1}', '{9999E9:1}'],
  ...['{null:null,null:null}', '{"id":0,,,,,}', "{'a':0}", '{"id":0,}', '{"a":"b"}/**/'],
  ...['{"a":"b"}/**//', '{"a":"b"}//', '{"a":"b"}/', '{"a":"b",,"c":"d"}', '{a: "b"}', '{"a":"a'],
  ...[
    '{ "foo" : "bar", "a" }',
    '{"a":"b"}#',
    '{,"a":1}',
    '{"a":1 "b":2}',
    '{"a"}',
    '{"a":}',
    '{{}}',
  ],
  // Texts.
  ...["['single']", '[a"b]', '[é]', '["a\\"]', '[“a”]', '`a`', '[\\n]', '[\\u000A""]', '["x"\\]'],
  // Structures.
  ...['', ' ', '<null>', '<.>', '[<null>]', '{', '}', '{]', '{"x": true,', '[[', '*', '{}}', '1]'],
  ...['{"a":[1}', '[{"a":1]', '{"a": true} "x"', '[1]1', '[a', '[\u2060]', '[\ufeff]', '\u00e5'],
  ...["'", '{"a":/*c*/"b"}', '[1,/*c*/2]', '{"a":"b"}{"c":1}', '[\f]', '[\u00a0]', '[\v1]', '#{}'],
  ...['{#', '["asd', '[1 2]', '(1)', '[1;2]', '{"a";1}', '{"a"=1}', '@', '.', ',', ':', '/', '//'],
  // Nesting beyond what any trace needs.
  deep(600),
  '['.repeat(100_000),
  '[{"":'.repeat(50_000),
];

const TOLERATED: readonly (readonly [value: string | Uint8Array, warning: string])[] = [
  // Forbidden, and taken because Python and hand-made files write it.
  ['[NaN]', 'json-bare-number 1'],
  ['[-Infinity,{"a":Infinity}]', 'json-bare-number 2'],
  ['["\ttab"]', 'json-control-character 1'],
  ['["new\nline"]', 'json-control-character 1'],
  ['["\u0000\u001f"]', 'json-control-character 2'],
  ['["\\x00"]', 'json-unknown-escape 1'],
  ['["\\a"]', 'json-unknown-escape 1'],
  ['["\\🌀"]', 'json-unknown-escape 1'],
  ['["\\u00A"]', 'json-unknown-escape 1'],
  ['["\\u"]', 'json-unknown-escape 1'],
  ['["\\uqqqq"]', 'json-unknown-escape 1'],
  ['["\\\u0000"]', 'json-unknown-escape 1'],
  ['["\\ud800\\u"]', 'json-unknown-escape 1; json-lone-surrogate 1'],
  [latin1('["\\\xe5"]'), 'json-unknown-escape 1; json-not-utf-8 1'],
  // Left open.
  ['["\\uD800"]', 'json-lone-surrogate 1'],
  ['["\\uDADA"]', 'json-lone-surrogate 1'],
  ['["\\uDd1e\\uD834"]', 'json-lone-surrogate 2'],
  ['["\\uD888\\u1234"]', 'json-lone-surrogate 1'],
  ['["\\uD800\\n"]', 'json-lone-surrogate 1'],
  ['["\\uD800abc"]', 'json-lone-surrogate 1'],
  ['["\\ud800\\ud800\\n"]', 'json-lone-surrogate 2'],
  ['["\\udc00"]', 'json-lone-surrogate 1'],
  ['{"\\uDFAA":0}', 'json-lone-surrogate 1'],
  [latin1('["\xff"]'), 'json-not-utf-8 1'],
  [latin1('["\x80"]'), 'json-not-utf-8 1'],
  [latin1('["\xe9"]'), 'json-not-utf-8 1'],
  [latin1('["\xc0\xaf"]'), 'json-not-utf-8 1'],
  [latin1('["\xe0\x80\xaf"]'), 'json-not-utf-8 1'],
  [latin1('["\xed\xa0\x80"]'), 'json-not-utf-8 1'],
  [latin1('["\xf4\xbf\xbf\xbf"]'), 'json-not-utf-8 1'],
  [latin1('["\xfc\x83\xbf\xbf\xbf\xbf"]'), 'json-not-utf-8 1'],
  [latin1('["\xe6\x97\xa5\xd1\x88\xfa"]'), 'json-not-utf-8 1'],
  ['[123.456e-789]', 'json-number-range 1'],
  ['[0.4e00669999999999999999999999999999999999999999]', 'json-number-range 1'],
  ['[-1e+9999]', 'json-number-range 1'],
  ['[1.5e+9999]', 'json-number-range 1'],
  ['[-123123e100000]', 'json-number-range 1'],
  ['[123123e100000]', 'json-number-range 1'],
  ['[123e-10000000]', 'json-number-range 1'],
  ['[-123123123123123123123123123123]', 'json-number-range 1'],
  ['[100000000000000000000]', 'json-number-range 1'],
  ['[-237462374673276894279832749832423479823246327846]', 'json-number-range 1'],
  ['[9007199254740993]', 'json-number-range 1'],
];

describe('JSON as a value inside a trace', () => {
  it.each(TAKEN)('%j is read without a word', async (value) => {
    expect(await said(value)).toBe('read');
  });

  it.each(REPEATED)('%j is read, and the repeated key named', async (value) => {
    expect(await said(value)).toBe('read; json-repeated-key 1');
  });

  it.each(NOT_TAKEN)('%j is not read as if nothing were wrong', async (value) => {
    expect(await said(value)).toMatch(/^(?:refused: |bad-record \d|truncated 1)/);
  });

  it.each(TOLERATED)('%j is read with a warning', async (value, warning) => {
    expect(await said(value)).toBe(`read; ${warning}`);
  });

  it('is read down to 500 levels', async () => {
    expect(await said(deep(500))).toBe('read');
  });
});

describe('a warning', () => {
  it('says what was met, how often, and where first', async () => {
    const outcome = await readText(`${BEFORE}[NaN, NaN]${AFTER}`);
    expect(tracesOf(outcome)[0]?.tolerated).toMatchObject([
      {
        problem: {
          kind: 'json-bare-number',
          where: { list: 'nodes', record: 3, byte: AT + 1 },
        },
        count: 2,
        places: [`nodes[3], byte ${String(AT + 1)}`],
      },
    ]);
  });

  it('is given once for a text that is looked at several times', async () => {
    const text = `${BEFORE}["\\x${'long '.repeat(200_000)}"]${AFTER}`;
    expect(await said(text.slice(BEFORE.length, text.length - AFTER.length))).toBe(
      'read; json-unknown-escape 1',
    );
  });
});

describe('a whole file', () => {
  const text = graphText();
  const utf16 = (mark: string): Uint8Array<ArrayBuffer> =>
    new Uint8Array(Buffer.from(mark + text, 'utf16le'));
  const swapped = (bytes: Uint8Array): Uint8Array<ArrayBuffer> =>
    new Uint8Array(Buffer.from(bytes).swap16());

  it.each<readonly [name: string, file: string | Uint8Array<ArrayBuffer>, warning: string]>([
    ['in order', text, ''],
    ['of several lines', `${text}\n${text}\n`, ''],
    ['with a byte order mark', `\ufeff${text}`, 'json-byte-order-mark 1'],
    ['in UTF-16 with a mark', utf16('\ufeff'), 'json-utf-16 1'],
    ['in UTF-16 without one', utf16(''), 'json-utf-16 1'],
    ['in UTF-16 of the other order', swapped(utf16('')), 'json-utf-16 1'],
    ['with a comma after the last record', text.replace(/\}\](?=,"edges")/, '},]'), 'json-comma 1'],
    ['with a comma after the last list', text.replace(/\}\}$/, '},}'), 'json-comma 1'],
    ['with a comma after its data', text.replace(/\}$/, ',}'), 'json-comma 1'],
    ['with a comma after the last graph', `[${text},]`, 'json-comma 1'],
    ['with commas before and between', `[,${text},,${text}]`, 'json-comma 2'],
    ['with a comma missing', `[${text} ${text}]`, 'json-comma 1'],
    [
      'with a field twice',
      text.replace('"strict":', '"strict":0,"strict":'),
      'json-repeated-key 1',
    ],
    [
      'with a list twice',
      text.replace('"edges":', '"sessions":[],"edges":'),
      'json-repeated-key 1',
    ],
    [
      'with an odd key',
      text.replace('"strict":', '"\\udc00":0,"strict":'),
      'json-lone-surrogate 1',
    ],
  ])('%s is read, and what is odd is named', async (_, file, warning) => {
    const outcome = await readText(file);
    expect(verdictOn(outcome)).toBe('read');
    const all = [
      ...(outcome.kind === 'read' ? outcome.tolerated : []),
      ...tracesOf(outcome).flatMap(({ tolerated }) => tolerated),
    ];
    expect(all.map(({ problem, count }) => `${problem.kind} ${String(count)}`).join(', ')).toBe(
      warning,
    );
  });
});
