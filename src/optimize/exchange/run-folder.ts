import * as v from 'valibot';
import { problem } from '../../base/problem';
import { err, ok, type Result } from '../../base/result';
import { parseLenient } from '../../trace/json';
import { decodeValue } from '../../trace/decode/decode-value';

/** A file of an optimisation run folder. */
export interface RunFile {
  /** Path inside the dropped folder, with `/`. */
  readonly path: string;
  readonly text: string;
}

/** One iteration of MemTrace's optimisation, as far as its files tell. Plain data. */
export interface RunIteration {
  /** From 1; 0 for a single `update_results.json`. */
  readonly iteration: number;
  /** New prompts: full name of the variable and decoded text. */
  readonly prompts: readonly { readonly target: string; readonly text: string }[];
  readonly feedbacks: readonly { readonly target: string; readonly texts: readonly string[] }[];
  readonly advice: readonly { readonly target: string; readonly text: string }[];
  /** Metrics of the run that the iteration learned from, by name. */
  readonly metrics: Readonly<Record<string, number>>;
}

const TEXTS = v.pipe(
  v.record(v.string(), v.string()),
  v.check((texts) => Object.keys(texts).length > 0),
);
const LISTS = v.record(v.string(), v.array(v.string()));
const SUMMARY = v.looseObject({ metrics: v.optional(v.record(v.string(), v.unknown()), {}) });

/**
 * Reads an optimisation run folder of MemTrace (formats §8), or a single `update_results.json`. Values stand
 * there as Python writes them and are decoded. Files of other names are left alone.
 */
export function readRunFolder(files: readonly RunFile[]): Result<readonly RunIteration[]> {
  const byIteration = new Map<number, Map<string, string>>();
  for (const { path, text } of files) {
    const parts = path.split('/');
    const name = parts.at(-1) ?? '';
    const folder = /^iteration_(\d{1,6})$/.exec(parts.at(-2) ?? '')?.[1];
    if (folder === undefined && name !== 'update_results.json') continue;
    const iteration = Number(folder ?? 0);
    const named = byIteration.get(iteration) ?? new Map<string, string>();
    byIteration.set(iteration, named.set(name, text));
  }
  const iterations: RunIteration[] = [];
  for (const [iteration, named] of [...byIteration].sort(([a], [b]) => a - b)) {
    const read = readIteration(iteration, named);
    if (!read.ok) return read;
    if (read.value !== undefined) iterations.push(read.value);
  }
  return iterations.length === 0 ? err(problem('lab-not-a-run-folder')) : ok(iterations);
}

function readIteration(
  iteration: number,
  named: ReadonlyMap<string, string>,
): Result<RunIteration | undefined> {
  const updates = named.get('update_results.json');
  if (updates === undefined) return ok(undefined);
  const prompts = v.safeParse(TEXTS, json(updates));
  if (!prompts.success)
    return err(problem('lab-not-a-run-folder', `iteration_${iteration}/update_results.json`));
  const feedbacks = v.safeParse(LISTS, json(named.get('feedbacks.json')));
  const advice = v.safeParse(TEXTS, json(named.get('aggregated_feedbacks.json')));
  const summary = v.safeParse(SUMMARY, json(named.get('iteration_summary.json')));
  return ok({
    iteration,
    prompts: entries(prompts.output).map(([id, text]) => ({
      target: targetOf(id),
      text: decoded(text),
    })),
    feedbacks: feedbacks.success
      ? entries(feedbacks.output).map(([id, texts]) => ({ target: targetOf(id), texts }))
      : [],
    advice: advice.success
      ? entries(advice.output).map(([id, text]) => ({ target: targetOf(id), text }))
      : [],
    metrics: summary.success ? numbersOf(summary.output.metrics) : {},
  });
}

/** The parsed JSON; `undefined` when the file is not there or not JSON, which the caller's schema refuses. */
function json(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  try {
    return parseLenient(text);
  } catch {
    return undefined;
  }
}

const entries = <T>(record: Readonly<Record<string, T>>): readonly (readonly [string, T])[] =>
  Object.entries(record);

/** A full node id without its version. */
const targetOf = (id: string): string => id.replace(/@\d+$/, '');

/** The text of a value: Python's repr of a string, or plain text where somebody edited the file. */
function decoded(value: string): string {
  const { node } = decodeValue(value);
  return node.type === 'string' ? node.content.text : value;
}

const numbersOf = (metrics: Readonly<Record<string, unknown>>): Readonly<Record<string, number>> =>
  Object.fromEntries(
    Object.entries(metrics).flatMap(([name, value]) =>
      typeof value === 'number' ? [[name, value] as const] : [],
    ),
  );
