import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { textLeaves } from './text-leaves';

/** Python's repr of a string, as far as these tests need it. */
function repr(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const body = text
    .replaceAll('\\', '\\\\')
    .replaceAll('\n', '\\n')
    .replaceAll('\t', '\\t')
    .replaceAll('\u0001', '\\x01')
    .replaceAll('\u200b', '\\u200b')
    .replaceAll(quote, `\\${quote}`);
  return quote + body + quote;
}

const texts = (raw: string): readonly string[] => textLeaves(raw).map((leaf) => leaf.text);

describe('textLeaves', () => {
  it('gives the strings and scalars of a value in order with their paths', () => {
    const leaves = textLeaves('{"content": "Hi", "n": 3, "tags": ["a", null]}');
    expect(leaves.map(({ path, kind, text }) => [path.join('.'), kind, text])).toEqual([
      ['content', 'string', 'Hi'],
      ['n', 'scalar', '3'],
      ['tags.0', 'string', 'a'],
      ['tags.1', 'scalar', 'null'],
    ]);
  });

  it('maps a range of plain text onto itself', () => {
    const [leaf] = textLeaves('7 May 2023');
    expect(leaf?.text).toBe('7 May 2023');
    expect(leaf?.rawRange(2, 5)).toEqual({ start: 2, end: 5 });
  });

  it('maps a quote inside a repr back to what was recorded', () => {
    const raw = String.raw`'She said:\n\'caf\xe9\' \U0001f600!'`;
    const [leaf] = textLeaves(raw);
    const text = leaf?.text ?? '';
    expect(text).toBe("She said:\n'café' 😀!");
    const at = text.indexOf('café');
    const range = leaf?.rawRange(at, at + 4) ?? { start: 0, end: 0 };
    expect(raw.slice(range.start, range.end)).toBe(String.raw`caf\xe9`);
  });

  it('counts half an escape as the whole of it', () => {
    const raw = String.raw`'\U0001f600'`;
    const [leaf] = textLeaves(raw);
    expect(leaf?.rawRange(0, 1)).toEqual({ start: 1, end: 11 });
    expect(leaf?.rawRange(1, 2)).toEqual({ start: 1, end: 11 });
    expect(leaf?.rawRange(0, 0)).toEqual({ start: 1, end: 1 });
  });

  it('follows a string that is an object itself', () => {
    const raw = repr('{"facts": ["Cat is called \\"Miso\\""]}');
    const leaves = textLeaves(raw);
    expect(leaves.map((leaf) => [leaf.path.join('.'), leaf.text])).toEqual([
      ['facts.0', 'Cat is called "Miso"'],
    ]);
    const range = leaves[0]?.rawRange(14, 20) ?? { start: 0, end: 0 };
    expect(raw.slice(range.start, range.end)).toBe(String.raw`\\"Miso\\"`);
  });

  it('follows fenced blocks and keeps the prose around them', () => {
    const raw = repr('The answer:\n```json\n{"label": "WRONG"}\n```\nSorry.');
    expect(texts(raw).map((text) => text.trim())).toEqual(['The answer:', 'WRONG', 'Sorry.']);
  });

  it('keeps a fenced block that is no value as prose', () => {
    expect(texts(repr('a\n```\nplain\n```'))).toEqual(['a\n```\nplain\n```']);
  });

  it('maps every range of a string to recorded text that decodes to it', () => {
    const unit = fc.constantFrom(
      'a',
      'é',
      '😀',
      '\n',
      '\t',
      "'",
      '"',
      '\\',
      '\u0001',
      '\u200b',
      ' ',
      'xyz',
    );
    const text = fc.array(unit, { minLength: 1, maxLength: 30 }).map((units) => units.join(''));
    fc.assert(
      fc.property(text, fc.nat(), fc.nat(), (content, a, b) => {
        const raw = repr(content);
        const [leaf] = textLeaves(raw);
        expect(leaf?.text).toBe(content);
        const from = Math.min(a % content.length, b % content.length);
        const to = Math.max(a % content.length, b % content.length) + 1;
        const range = leaf?.rawRange(from, to) ?? { start: 0, end: 0 };
        const quote = raw.charAt(0);
        const [again] = textLeaves(quote + raw.slice(range.start, range.end) + quote);
        expect(again?.text).toBe(content.slice(from, to));
      }),
      { seed: 3, numRuns: 500 },
    );
  });
});
