import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readText, verdictOn } from '../../../test/support/read-text';
import { hasSharedData, sharedPath } from '../../../test/support/shared-data';

const FOLDERS = ['wild/memory_results', 'wild/observability', 'raw'] as const;
const there = hasSharedData(...FOLDERS);
const filesOf = (folder: string): readonly string[] =>
  there ? readdirSync(sharedPath(folder)).map((name) => join(folder, name)) : [];

async function refusal(file: string): Promise<string> {
  return verdictOn(await readText(new Uint8Array(readFileSync(sharedPath(file)))));
}

describe('files that are no traces', () => {
  it.each([
    ['[{"qa_pair": {}, "prediction": "a", "metrics": {}}]', 'result-rows'],
    ['{"conv-1": [{"question": "q", "golden_answer": "g", "grade": true}]}', 'result-rows'],
    ['{"0": [{"qa_question": "q", "qa_response": "r"}]}', 'result-rows'],
    ['{"results": [{"query": "q", "gold_answers": ["g"]}]}', 'result-rows'],
    ['{"resourceSpans": [{"scopeSpans": []}]}', 'unsupported-format'],
    ['{"id": "t", "observations": []}', 'unsupported-format'],
    [
      '{"run_type": "chain", "trace_id": "t"}\n{"run_type": "llm", "trace_id": "t"}',
      'unsupported-format',
    ],
    ['{"some": [{"span_kind": "LLM", "context": {}}]}', 'unsupported-format'],
    ['[{"conversation": {}, "qa": []}]', 'unsupported-format'],
    ['{"nodes": [], "edges": []}', 'not-a-trace'],
    ['{"board": [{"accuracy": 0.5}]}', 'not-a-trace'],
  ])('are told apart by their keys: %s', async (text, kind) => {
    expect(verdictOn(await readText(text))).toBe(`refused: ${kind}`);
  });

  it('are refused early when they are large', async () => {
    const rows = Array.from({ length: 50_000 }, () => '{"question":"q","answer":"a"}');
    expect(verdictOn(await readText(`[${rows.join(',')}]`))).toBe('refused: result-rows');
  });
});

describe.skipIf(!there)('public files of other tools (skipped where the data is absent)', () => {
  it.each(filesOf('wild/observability'))('%s is recognised and refused', async (file) => {
    expect(await refusal(file)).toBe('refused: unsupported-format');
  });

  it.each(filesOf('raw'))('%s is recognised and refused', async (file) => {
    expect(await refusal(file)).toBe('refused: unsupported-format');
  });

  it.each(filesOf('wild/memory_results'))('%s is refused as rows or as no trace', async (file) => {
    expect(await refusal(file)).toMatch(/^refused: (result-rows|not-a-trace)$/);
  });
});
