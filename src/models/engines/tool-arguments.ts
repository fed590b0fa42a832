import { jsonrepair } from 'jsonrepair';
import * as v from 'valibot';
import type { JsonValue } from '../contract/usage';

const json: v.GenericSchema<unknown, JsonValue> = v.lazy(() =>
  v.union([
    v.null(),
    v.boolean(),
    v.number(),
    v.string(),
    v.array(json),
    v.record(v.string(), json),
  ]),
);

/** What a model wrote as the arguments of a tool call; `undefined` when it is not JSON even after repair. */
export function parseArguments(text: string): JsonValue | undefined {
  return parseJson(text) ?? parseJson(repaired(text));
}

function parseJson(text: string | undefined): JsonValue | undefined {
  if (text === undefined) return undefined;
  try {
    const parsed = v.safeParse(json, JSON.parse(text));
    return parsed.success ? parsed.output : undefined;
  } catch {
    // Not JSON: the caller repairs it or says so.
    return undefined;
  }
}

function repaired(text: string): string | undefined {
  try {
    return jsonrepair(text);
  } catch {
    // Beyond repair, which is an answer too.
    return undefined;
  }
}
