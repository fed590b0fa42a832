import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findTraceFiles } from './trace-paths';

let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'memtrace-paths-'));
  mkdirSync(join(folder, 'b/deep'), { recursive: true });
  mkdirSync(join(folder, 'empty'));
  for (const name of ['c.json', 'a.jsonl', 'notes.md', 'b/deep/d.json.gz', 'b/z.JSON', 'b/e.zip'])
    writeFileSync(join(folder, name), '{}');
  symlinkSync(folder, join(folder, 'b/circle'));
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

test('a folder stands for the trace files in it, at any depth, without following links', async () => {
  const found = await findTraceFiles([`${folder}/`]);
  expect(found).toEqual(
    ['a.jsonl', 'c.json', 'b/e.zip', 'b/z.JSON', 'b/deep/d.json.gz'].map((name) => ({
      kind: 'file',
      path: `${folder}/${name}`,
    })),
  );
});

test('a file is taken as it was named, whatever its ending', async () => {
  const path = `${folder}/b/../notes.md`;
  expect(await findTraceFiles([path])).toEqual([{ kind: 'file', path }]);
});

test('what is not there, and a folder without traces, are said in words', async () => {
  expect(
    await findTraceFiles([`${folder}/nowhere`, `${folder}/c.json/x`, `${folder}/empty`]),
  ).toEqual([
    { kind: 'none', path: `${folder}/nowhere`, sentence: 'There is no such file or folder.' },
    { kind: 'none', path: `${folder}/c.json/x`, sentence: 'A part of the path is not a folder.' },
    {
      kind: 'none',
      path: `${folder}/empty`,
      sentence: 'There is no .json, .jsonl, .csv, .gz, .zst or .zip file in it.',
    },
  ]);
});
