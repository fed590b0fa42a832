import { problem } from '../base/problem';
import { err, ok, type Result } from '../base/result';
import type { EvolutionGraph } from '../graph/evolution-graph';
import { decodeValue } from '../trace/decode/decode-value';
import { plainValue } from '../trace/decode/plain-value';
import { NO_CHANGES, outputKey, type Changes, type ParameterValue } from './engine/changes';
import { toPlain } from './engine/metadata';
import { isPlainMap } from './engine/plain-fields';
import { jsonBlock, reprText, type Plain } from './recorder';

/** One thing that is to be different in a replay. Ids are those of the loaded trace. */
export type Intervention =
  /** An operation writes `value` (encoded as recorded) where it wrote the variable. */
  | {
      readonly kind: 'output';
      readonly opId: string;
      readonly variable: string;
      readonly value: string;
    }
  /** A version of a memory unit says something else. */
  | { readonly kind: 'edit-unit'; readonly variable: string; readonly text: string }
  /** A unit is not deleted. `unit` is its full name. */
  | { readonly kind: 'restore-unit'; readonly unit: string }
  /** A question finds these units first. */
  | {
      readonly kind: 'force-retrieval';
      readonly query: string;
      readonly units: readonly string[];
    }
  /** A prompt says something else. `prompt` is the full name of its variable. */
  | { readonly kind: 'prompt'; readonly prompt: string; readonly text: string }
  /** Top-k, window, chunk size, a threshold. */
  | { readonly kind: 'parameter'; readonly name: string; readonly value: ParameterValue };

/** Where the text of a unit stands in its value, by system; raw text has no field. */
const TEXT_FIELDS = ['memory', 'content', 'episode'];

/**
 * The changes that interventions ask for.
 * @returns the problem `not-in-trace` when one names what the trace does not hold
 */
export function changesOf(
  graph: EvolutionGraph,
  interventions: readonly Intervention[],
): Result<Changes> {
  const prompts = new Map<string, string>();
  const parameters = new Map<string, ParameterValue>();
  const outputs = new Map<string, string>();
  const keptUnits = new Set<string>();
  const forced = new Map<number, readonly string[]>();
  for (const each of interventions) {
    switch (each.kind) {
      case 'prompt':
        prompts.set(each.prompt, each.text);
        break;
      case 'parameter':
        parameters.set(each.name, each.value);
        break;
      case 'restore-unit':
        keptUnits.add(each.unit);
        break;
      case 'force-retrieval': {
        const query = graph.findNode(each.query);
        if (query === undefined) return missing(each.query);
        forced.set(query, [...(forced.get(query) ?? []), ...each.units]);
        break;
      }
      case 'output': {
        const operation = graph.findOperation(each.opId);
        const node = graph.findNode(each.variable);
        if (operation === undefined) return missing(each.opId);
        if (node === undefined) return missing(each.variable);
        outputs.set(outputKey({ operation, node }), each.value);
        break;
      }
      case 'edit-unit': {
        const node = graph.findNode(each.variable);
        const operation = node === undefined ? undefined : writerOf(graph, node);
        if (node === undefined || operation === undefined) return missing(each.variable);
        outputs.set(outputKey({ operation, node }), editedUnit(graph.rawValue(node), each.text));
        break;
      }
    }
  }
  return ok({ ...NO_CHANGES, prompts, parameters, outputs, keptUnits, forced });
}

const missing = (id: string): Result<never> => err(problem('not-in-trace', id));

/** The operation that wrote a variable: the first in time whose edge reaches it. */
export function writerOf(graph: EvolutionGraph, node: number): number | undefined {
  const operations = [...graph.incoming(node)]
    .map((edge) => graph.operationOfEdge(edge))
    .filter((op) => op !== undefined);
  return operations.sort((a, b) => graph.rank(a) - graph.rank(b))[0];
}

/** The value of a unit with another text. */
function editedUnit(raw: string, text: string): string {
  const value = plainValue(decodeValue(raw).node);
  if (!isPlainMap(value)) return text;
  const fields = new Map<string, Plain>([...value].map(([key, item]) => [key, toPlain(item)]));
  const key = TEXT_FIELDS.find((name) => fields.has(name)) ?? 'memory';
  fields.set(key, text);
  return jsonBlock(fields);
}

/** What a unit says: the text that `edit-unit` replaces. */
export function unitText(raw: string): string {
  const value = plainValue(decodeValue(raw).node);
  if (!isPlainMap(value)) return raw;
  const text = TEXT_FIELDS.map((name) => value.get(name)).find((each) => each !== undefined);
  return typeof text === 'string' ? text : '';
}

/** What an output says where it is one text, else the value as recorded. */
export const outputText = (raw: string): string => {
  const { kind, node } = decodeValue(raw);
  return kind !== 'text' && node.type === 'string' ? node.content.text : raw;
};

/** A text as it would have been recorded in place of another value: the inverse of `outputText`. */
export function recordedAs(raw: string, text: string): string {
  const { kind, node } = decodeValue(raw);
  if (kind === 'text' || node.type !== 'string') return text;
  return kind === 'json' ? JSON.stringify(text) : reprText(text);
}
