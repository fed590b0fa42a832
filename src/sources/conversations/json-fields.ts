import { isObject } from '../../trace/json';

/** A parsed JSON object whose fields are not known yet. */
export type Fields = Readonly<Record<string, unknown>>;

export const fieldsOf = (value: unknown): Fields => (isObject(value) ? value : {});

/** An own field; nothing inherited is ever read. */
export const get = (fields: Fields, key: string): unknown =>
  Object.hasOwn(fields, key) ? fields[key] : undefined;

/** A field as text; numbers are written out, everything else is empty. */
export function text(fields: Fields, key: string): string {
  const value = get(fields, key);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** A field as a number, also one written as text; `absent` for whatever is none. */
export function numberOf(fields: Fields, key: string, absent: number): number {
  const written = text(fields, key).trim();
  const value = written === '' ? Number.NaN : Number(written);
  return Number.isNaN(value) ? absent : value;
}

/** The objects of a list field. */
export const objects = (fields: Fields, key: string): readonly Fields[] =>
  list(fields, key).filter(isObject);

export function list(fields: Fields, key: string): readonly unknown[] {
  const value = get(fields, key);
  return Array.isArray(value) ? value : [];
}

/** The texts of a list field. */
export const texts = (fields: Fields, key: string): readonly string[] =>
  list(fields, key).filter((item) => typeof item === 'string');
