import { expect, test } from 'vitest';
import { visible } from './visible';

test('shows what cannot be seen, one sign for each character', () => {
  const hidden = 'a\u001b[31m\u0000b\u007f\u009b\u202ec\u2066d\u200f\u200be\ufeff\u2060f\u00ad';
  const shown = visible(hidden);
  expect(shown).toBe('a␛[31m␀b␡␡⇄c⇄d⇄␢e␢␢f␢');
  expect(shown).toHaveLength(hidden.length);
});

test('leaves alone what people write', () => {
  const text = 'line\nnext\ttab\r\n 👩‍👩‍👧 می‌خواهم שלום ½ – “q”';
  expect(visible(text)).toBe(text);
});
