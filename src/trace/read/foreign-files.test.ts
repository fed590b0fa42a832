import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readText, tracesOf, verdictOn } from '../../../test/support/read-text';
import { hasSharedData, sharedPath } from '../../../test/support/shared-data';
import {
  filesInWild,
  hasWildFiles,
  holdingOf,
  WILD_FILES,
  wildPath,
} from '../../../test/support/wild-files';
import { readImportReport } from '../import-report';

const hasRaw = hasSharedData('raw');

const filesOf = (folder: string): readonly string[] =>
  hasRaw ? readdirSync(sharedPath(folder)).map((name) => join(folder, name)) : [];

async function refusal(file: string): Promise<string> {
  return verdictOn(await readText(new Uint8Array(readFileSync(sharedPath(file)))));
}

describe('files that are no traces', () => {
  it.each([
    ['{"conv-1": [{"question": "q", "golden_answer": "g"}]}', 'result-rows'],
    ['[{"question": "q", "answer": "a"}]', 'result-rows'],
    ['[{"conversation": {}, "qa": []}]', 'unsupported-format'],
    ['{"nodes": [], "edges": []}', 'not-a-trace'],
    ['{"board": [{"accuracy": 0.5}]}', 'not-a-trace'],
    ['{"resourceSpans": [{"scopeSpans": []}]}', 'nothing-in-format'],
    ['name,age\nIda,40\n', 'not-json'],
  ])('are told apart by their keys: %s', async (text, kind) => {
    expect(verdictOn(await readText(text))).toBe(`refused: ${kind}`);
  });

  it('are refused early when they are large', async () => {
    const rows = Array.from({ length: 50_000 }, () => '{"question":"q","answer":"a"}');
    expect(verdictOn(await readText(`[${rows.join(',')}]`))).toBe('refused: result-rows');
  });
});

describe('downloads of data sets (skipped where the data is absent)', () => {
  it.skipIf(!hasRaw).each(filesOf('raw'))('%s is recognised and refused', async (file) => {
    expect(await refusal(file)).toBe('refused: unsupported-format');
  });
});

describe.skipIf(!hasWildFiles)('public files of other tools (skipped where absent)', () => {
  it.each(WILD_FILES)('$file ends as its README asks for: $outcome', async ({ file, outcome }) => {
    const read = await readText(new Uint8Array(readFileSync(wildPath(file))));
    const held = holdingOf(file);
    if (outcome === 'refused') {
      expect(verdictOn(read)).toBe('refused: not-a-trace');
      expect(held).toEqual({ rows: 0, questions: 0 });
      return;
    }
    expect(verdictOn(read)).toBe('read');
    const [trace] = tracesOf(read);
    const report = trace && readImportReport(trace.columns.header.metadata);
    expect(report?.reach).toBe(outcome);
    // What it holds was counted in the file itself, by nothing that knows of importers.
    const questions = report?.mapped.find(({ what }) => what === 'questions')?.count ?? 0;
    expect({ rows: report?.read, questions }).toEqual(held);
    expect(report?.total).toBe(held.rows);
    expect(held.rows).toBeGreaterThan(0);
  });

  it('covers every file of wild', () => {
    expect([...filesInWild()].sort()).toEqual(WILD_FILES.map(({ file }) => file).sort());
  });
});
