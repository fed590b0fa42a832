import { expect, it } from 'vitest';
import { problem } from './problem';
import { PROBLEMS } from './problems';

it('says of every problem what happened and what to do next, as sentences', () => {
  for (const [kind, words] of Object.entries(PROBLEMS)) {
    expect(words.title, kind).toMatch(/^[A-Z].*[.]$/);
    expect(words.next, kind).toMatch(/^[A-Z].*[.]$/);
  }
});

it('gives every problem its own title', () => {
  const titles = Object.values(PROBLEMS).map((words) => words.title);
  expect(new Set(titles).size).toBe(titles.length);
});

it('carries the particulars and the place', () => {
  const found = problem('truncated', 'Record 12 of nodes stops after 40 bytes.', { byte: 4096 });
  expect(found).toMatchObject({ kind: 'truncated', where: { byte: 4096 } });
  expect(found.detail).toContain('Record 12');
});
