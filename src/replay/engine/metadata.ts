import type { JsonObject } from '../../trace/json';
import type { Plain } from '../recorder';

/** Metadata of a record as it can be written again. */
export const toPlainMetadata = (metadata: JsonObject): ReadonlyMap<string, Plain> =>
  new Map([...metadata].map(([key, value]) => [key, toPlain(value)]));

/** A parsed JSON value, which has only plain parts. */
export function toPlain(value: unknown): Plain {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return value;
  if (Array.isArray(value)) return value.map(toPlain);
  if (value instanceof Map)
    return new Map([...value].map(([key, item]) => [String(key), toPlain(item)]));
  if (typeof value === 'object')
    return new Map(Object.entries(value).map(([key, item]) => [key, toPlain(item)]));
  return null;
}
