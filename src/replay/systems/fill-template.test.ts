import { expect, test } from 'vitest';
import { fillFormat, fillTemplate } from './fill-template';

test('templates of both kinds are filled as Python fills them', () => {
  const values = { question: 'a $context?', context: '{x}' };
  expect(fillTemplate('$question ${context} $$ $other', values)).toBe('a $context? {x} $ $other');
  expect(fillFormat('{context} {{x}} {other}', values)).toBe('{x} {x} {other}');
  // Names of an object's own machinery are no values.
  expect(fillTemplate('$constructor', values)).toBe('$constructor');
  expect(fillFormat('{toString}', values)).toBe('{toString}');
});
