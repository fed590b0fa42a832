import { jsonrepair, JSONRepairError } from 'jsonrepair';
import type { JsonValue } from '../../models/contract/usage';

/** Longest answer that is mended; a model that repeats itself writes megabytes. */
const MOST = 200_000;

/**
 * The JSON document in what a model wrote: fences and words around it go, quotes, commas and cut ends
 * are mended.
 * @returns `undefined` when there is no object in it even so
 */
export function modelJson(text: string): { readonly [key: string]: JsonValue } | undefined {
  const written = text.slice(0, MOST);
  const start = written.indexOf('{');
  if (start < 0) return undefined;
  const end = written.lastIndexOf('}');
  const whole = end > start ? written.slice(start, end + 1) : written.slice(start);
  return parsed(whole) ?? parsed(mended(whole)) ?? parsed(mended(written.slice(start)));
}

function parsed(text: string | undefined): { readonly [key: string]: JsonValue } | undefined {
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** @returns undefined for what the library cannot mend, nesting too deep for it included */
function mended(text: string): string | undefined {
  try {
    return jsonrepair(text);
  } catch (error) {
    if (error instanceof RangeError || error instanceof JSONRepairError) return undefined;
    throw error;
  }
}

/** Whether a value that came out of JSON is an object. */
export const isJsonObject = (value: unknown): value is { readonly [key: string]: JsonValue } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
