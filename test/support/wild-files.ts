import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { Reach } from '../../src/trace/import-report';
import { hasSharedData, sharedPath } from './shared-data';

const FOLDERS = ['memory_results', 'observability'] as const;

/** Whether the public files of other tools are there. */
export const hasWildFiles = hasSharedData(...FOLDERS.map((folder) => `wild/${folder}`));

/** How a public file of another tool ends: refused, or read with what can be said of it. */
export interface WildFile {
  /** Its path below the folder of wild files. */
  readonly file: string;
  readonly outcome: Reach | 'refused';
}

const of = (outcome: WildFile['outcome'], ...files: readonly string[]): readonly WildFile[] =>
  files.map((file) => ({ file, outcome }));

/** How each file ends, as the README of the files asks for. */
export const WILD_FILES: readonly WildFile[] = [
  ...of('stages', 'memory_results/memeval_mem0_gpt4omini_part1.json.gz'),
  ...of(
    'retrieval-or-answer',
    'memory_results/amb_cognee_locomo10.json.gz',
    'memory_results/cognee_beam100k_conv1_run0.json',
    'memory_results/cognee_hotpot_metrics_cognee.json',
    'memory_results/realmem_generation_results_Lin_Wanyu.json',
    'observability/langfuse_agno-2025-06-11.trace.json',
    'observability/langfuse_langgraph-python-2025-08-22.trace.json',
    'observability/langfuse_llamaindex-2025-06-05.trace.json',
    'observability/langfuse_minimal_observations.json',
    'observability/langsmith_runs.jsonl',
    'observability/langwatch_opencode_doStream.json',
    'observability/otlp_genai_full_capture.json',
    'observability/otlp_openinference_llm.json',
    'observability/otlp_openllmetry.json',
    'observability/phoenix_pxi_turn_trace.json',
  ),
  ...of(
    'judge-only',
    'memory_results/memobase_eval_0503_3000.json',
    'memory_results/zep_locomo_grades.json',
    'observability/langsmith_py_wrap_openai.json',
    'observability/phoenix_pxi_suggestion_traces.json',
  ),
  ...of(
    'look-only',
    'observability/langwatch_otlp_raw_otlp_advanced.json',
    'observability/otel_proto_example_trace.json',
  ),
  ...of(
    'refused',
    'memory_results/amb_external_results.json',
    'memory_results/memos_textual_memory_tree.json',
  ),
];

export const wildPath = (file: string): string => sharedPath('wild', file);

/** Every file that is there. */
export const filesInWild = (): readonly string[] =>
  FOLDERS.flatMap((folder) => readdirSync(wildPath(folder)).map((name) => `${folder}/${name}`));

/** What a file holds, counted by walking through all of its JSON, knowing of no importer. */
export interface Holding {
  /** Question rows, or spans. */
  readonly rows: number;
  readonly questions: number;
}

type Json = ReadonlyMap<string, unknown>;

/** Counts what is in a file: in results, objects with a question and an answer; else spans. */
export function holdingOf(file: string): Holding {
  const bytes = readFileSync(wildPath(file));
  const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
  const value: unknown = file.endsWith('.jsonl')
    ? text.split('\n').flatMap((line): unknown[] => (line.trim() === '' ? [] : [JSON.parse(line)]))
    : JSON.parse(text);
  const objects = [...objectsIn(value)];
  if (file.startsWith('memory_results/')) {
    const rows = objects.filter(isQuestionRow).length;
    return { rows, questions: rows };
  }
  const spans = new Map<unknown, Json>();
  for (const span of objects.filter(isSpan)) {
    const own = spanId(span);
    const name = own === undefined ? span : JSON.stringify([traceId(span), own]);
    if (!spans.has(name)) spans.set(name, span);
  }
  // One turn is one trace; it asks something if any of its spans says what it was given.
  const asking = [...spans.values()].filter((span) => [...keysIn(span)].some(isInput));
  return { rows: spans.size, questions: new Set(asking.map(traceId)).size };
}

const has = (object: Json, ...keys: readonly string[]): boolean =>
  keys.some((key) => object.has(key));

const isQuestionRow = (object: Json): boolean =>
  has(object, 'question', 'qa_question', 'query') &&
  has(object, 'answer', 'qa_answer', 'generated_answer');

const isSpan = (object: Json): boolean =>
  (object.has('spanId') && object.has('name')) ||
  has(object, 'span_kind', 'run_type', 'spanName') ||
  (object.has('startTime') && object.has('type'));

const contextOf = (span: Json): Json => asMap(span.get('context'));
const spanId = (span: Json): unknown =>
  span.get('spanId') ?? contextOf(span).get('span_id') ?? span.get('id');
const traceId = (span: Json): unknown =>
  span.get('traceId') ?? span.get('trace_id') ?? contextOf(span).get('trace_id');

const isInput = (name: string): boolean => /input|prompt|messages/.test(name);

/** The keys of an object and of all in it, and the names of attributes in OpenTelemetry's lists. */
function* keysIn(object: Json): Generator<string> {
  for (const part of objectsIn(Object.fromEntries(object))) {
    yield* part.keys();
    const named = part.get('key');
    if (typeof named === 'string') yield named;
  }
}

function* objectsIn(value: unknown): Generator<Json> {
  if (Array.isArray(value)) for (const item of value) yield* objectsIn(item);
  else if (typeof value === 'object' && value !== null) {
    const object = asMap(value);
    yield object;
    for (const part of object.values()) yield* objectsIn(part);
  }
}

const asMap = (value: unknown): Json =>
  typeof value === 'object' && value !== null ? new Map(Object.entries(value)) : new Map();
