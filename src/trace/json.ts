import { repairJson } from './json-repair';

/** A JSON object as a map, so that no key of a trace ever becomes a property of ours. */
export type JsonObject = ReadonlyMap<string, unknown>;

const EMPTY: JsonObject = new Map();

/** Whether a parsed JSON value is an object (neither null nor array). */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The own entries of a parsed JSON object as a map; empty for anything else. */
export function toJsonObject(value: unknown): JsonObject {
  return isObject(value) ? new Map(Object.entries(value)) : EMPTY;
}

/**
 * `JSON.parse` that also accepts what reading a trace accepts (see `repairJson`); bare NaN, Infinity
 * and -Infinity become `null` (unknown, never 0). The strict parse runs first: repair costs a pass.
 * @throws SyntaxError when the text is not JSON even so
 */
export function parseLenient(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return JSON.parse(repairJson(text));
  }
}

/** A record's text as a map of its fields; empty when it is not a JSON object. */
export function parseRecord(text: string): JsonObject {
  try {
    return toJsonObject(parseLenient(text));
  } catch (error) {
    // A record that does not parse was reported when the trace was read; it has no fields to show.
    if (error instanceof SyntaxError) return EMPTY;
    throw error;
  }
}

/** A field as a string, or `undefined` when it is missing or something else. */
export function stringField(record: JsonObject, key: string): string | undefined {
  const value = record.get(key);
  return typeof value === 'string' ? value : undefined;
}

/** A field as a list of strings; a single string counts as a list of one. */
export function stringsField(record: JsonObject, key: string): readonly string[] {
  const value = record.get(key);
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

/** A field as an object; empty when it is missing or something else. */
export function objectField(record: JsonObject, key: string): JsonObject {
  return toJsonObject(record.get(key));
}
