import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readText, verdictOn } from '../../../test/support/read-text';
import { hasSharedData, sharedPath } from '../../../test/support/shared-data';
import { readImportReport } from '../import-report';

const FOLDERS = ['wild/memory_results', 'wild/observability', 'raw'] as const;
const there = hasSharedData(...FOLDERS);

/** What becomes of each file of wild: what can be said of it, rows or spans read, questions in it. */
const WILD = [
  ['memory_results/amb_cognee_locomo10.json.gz', 'retrieval-or-answer', 152, 152],
  ['memory_results/amb_external_results.json', 'refused: not-a-trace', 0, 0],
  ['memory_results/cognee_beam100k_conv1_run0.json', 'retrieval-or-answer', 20, 20],
  ['memory_results/cognee_hotpot_metrics_cognee.json', 'retrieval-or-answer', 50, 50],
  ['memory_results/memeval_mem0_gpt4omini_part1.json.gz', 'stages', 304, 304],
  ['memory_results/memobase_eval_0503_3000.json', 'judge-only', 1540, 1540],
  ['memory_results/memos_textual_memory_tree.json', 'refused: not-a-trace', 0, 0],
  ['memory_results/realmem_generation_results_Lin_Wanyu.json', 'retrieval-or-answer', 1, 1],
  ['memory_results/zep_locomo_grades.json', 'judge-only', 1540, 1540],
  ['observability/langfuse_agno-2025-06-11.trace.json', 'retrieval-or-answer', 6, 1],
  ['observability/langfuse_langgraph-python-2025-08-22.trace.json', 'retrieval-or-answer', 9, 1],
  ['observability/langfuse_llamaindex-2025-06-05.trace.json', 'retrieval-or-answer', 2, 1],
  ['observability/langfuse_minimal_observations.json', 'retrieval-or-answer', 3, 1],
  ['observability/langsmith_py_wrap_openai.json', 'judge-only', 1, 1],
  ['observability/langsmith_runs.jsonl', 'retrieval-or-answer', 3, 1],
  ['observability/langwatch_opencode_doStream.json', 'retrieval-or-answer', 1, 1],
  ['observability/langwatch_otlp_raw_otlp_advanced.json', 'look-only', 1, 0],
  ['observability/otel_proto_example_trace.json', 'look-only', 1, 0],
  ['observability/otlp_genai_full_capture.json', 'retrieval-or-answer', 2, 1],
  ['observability/otlp_openinference_llm.json', 'retrieval-or-answer', 1, 1],
  ['observability/otlp_openllmetry.json', 'retrieval-or-answer', 1, 1],
  ['observability/phoenix_pxi_suggestion_traces.json', 'judge-only', 31, 3],
  ['observability/phoenix_pxi_turn_trace.json', 'retrieval-or-answer', 18, 1],
] as const;

const filesOf = (folder: string): readonly string[] =>
  there ? readdirSync(sharedPath(folder)).map((name) => join(folder, name)) : [];

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

describe.skipIf(!there)('public files of other tools (skipped where the data is absent)', () => {
  it.each(filesOf('raw'))('%s is recognised and refused', async (file) => {
    expect(await refusal(file)).toBe('refused: unsupported-format');
  });

  it.each(WILD)('%s ends as its README asks for: %s, %i read', async (file, reach, read, cases) => {
    const outcome = await readText(new Uint8Array(readFileSync(sharedPath(`wild/${file}`))));
    if (outcome.kind === 'refused') {
      expect([reach, read, cases]).toEqual([`refused: ${outcome.problem.kind}`, 0, 0]);
      return;
    }
    const [trace] = outcome.traces;
    const report = trace && readImportReport(trace.columns.header.metadata);
    expect([
      report?.reach,
      report?.read,
      report?.mapped.find(({ what }) => what === 'questions')?.count ?? 0,
    ]).toEqual([reach, read, cases]);
    expect(report?.total).toBe(read);
    expect(verdictOn(outcome)).toBe('read');
  });

  it('covers every file of wild', () => {
    const files = ['memory_results', 'observability'].flatMap((folder) =>
      filesOf(`wild/${folder}`),
    );
    expect(files.sort()).toEqual(WILD.map(([file]) => `wild/${file}`).sort());
  });
});
