import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readable, spanInDecoded } from './readable';

test('escapes of Python and JSON literals are written out', () => {
  expect(readable(String.raw`It\'s \"here\"\nnow \u2019 \x41 \\`)).toBe(
    'It\'s "here"\nnow \u2019 A \\',
  );
});

test('a piece cut in the middle of an escape keeps what is left of it', () => {
  expect(readable(String.raw`end \u20`)).toBe(String.raw`end \u20`);
  expect(readable('end \\')).toBe('end \\');
});

test('JSON text is readable as what it stands for', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(readable(JSON.stringify(text).slice(1, -1))).toBe(text);
    }),
    { seed: 5 },
  );
});

test('a quote is found at the same occurrence in the decoded text', () => {
  const raw = String.raw`["it\'s", "it\'s"]`;
  const decoded = "it's\nit's";
  const start = raw.lastIndexOf('it');
  const span = spanInDecoded(raw, decoded, start, start + String.raw`it\'s`.length);
  expect(span).toEqual({ start: 5, end: 9 });
});

test('a quote that decoding rewrote is not found', () => {
  expect(spanInDecoded('[1,2]', '1\n2', 0, 5)).toBeUndefined();
});
