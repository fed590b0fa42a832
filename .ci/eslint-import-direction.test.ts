import { Linter } from 'eslint';
import { expect, it } from 'vitest';
import { importDirection, problemOf, valueImports } from './eslint-import-direction.mjs';

const allowed: [file: string, source: string, typeOnly?: boolean][] = [
  ['src/trace/read/sniff.ts', '../../base/result'],
  ['src/trace/read/sniff.ts', './gzip'],
  ['src/graph/columns.ts', '../trace/model'],
  ['src/graph/columns.ts', '../base/bytes'],
  ['src/report/summary.ts', '../graph/columns'],
  ['src/store/schema.ts', '../cases/verdict', true],
  ['src/ui/Case.svelte', '../cases/verdict', true],
  ['src/ui/Case.svelte', '../notebook/client'],
  ['src/ui/Case.svelte', 'svelte'],
  ['src/notebook/client.ts', '../../workers/trace?worker&inline'],
  ['src/headless/attribute.ts', '../attribution/flow'],
  ['src/headless/attribute.ts', 'node:fs'],
  ['workers/trace.ts', '../src/graph/columns'],
  ['src/trace/model.test.ts', '../report/summary'],
];

const refused: [file: string, source: string, typeOnly?: boolean][] = [
  ['src/base/text.ts', '../trace/model'],
  ['src/trace/model.ts', '../graph/columns', true],
  ['src/graph/columns.ts', '../models/chat'],
  ['src/models/chat.ts', '../cases/verdict'],
  ['src/attribution/flow.ts', '../sources/drop'],
  ['src/store/schema.ts', '../cases/verdict'],
  ['src/store/schema.ts', '../notebook/cells', true],
  ['src/ui/Case.svelte', '../graph/columns'],
  ['src/ui/Case.svelte', '../../workers/trace?worker&inline'],
  ['src/notebook/client.ts', '../../workers/trace'],
  ['src/notebook/client.ts', '../ui/state'],
  ['src/headless/attribute.ts', '../ui/state'],
  ['workers/trace.ts', '../src/ui/state'],
  ['src/graph/columns.ts', 'svelte/store'],
  ['src/graph/columns.ts', 'node:fs'],
  ['src/graph/columns.ts', '../../test/fixtures'],
  ['src/graph/columns.ts', './columns.test'],
  ['src/misc/thing.ts', '../base/result'],
];

it.each(allowed)('lets %s import %s', (file, source, typeOnly = false) => {
  expect(problemOf(file, source, typeOnly)).toBeUndefined();
});

it.each(refused)('does not let %s import %s', (file, source, typeOnly = false) => {
  expect(problemOf(file, source, typeOnly)).toBeTypeOf('string');
});

it('lets a room import what its imports may', () => {
  expect([...valueImports('cases')].sort()).toEqual(['base', 'cases', 'graph', 'trace']);
  expect(valueImports('notebook')).not.toContain('ui');
});

it.each([
  "import { a } from '../graph/a'",
  "export { a } from '../graph/a'",
  "export * from '../graph/a'",
  "void import('../graph/a')",
])('sees %s', (code) => {
  const messages = new Linter().verify(
    code,
    [
      {
        plugins: { memtrace: { rules: { 'import-direction': importDirection } } },
        rules: { 'memtrace/import-direction': 'error' },
      },
    ],
    { filename: 'src/base/x.js' },
  );
  expect(messages.map((m) => m.message)).toEqual([
    'base may not import graph: imports point one way (see CONTRIBUTING.md).',
  ]);
});
