import type { PlainValue } from '../../trace/decode/plain-value';

export type PlainMap = ReadonlyMap<string, PlainValue>;

export const isPlainMap = (value: PlainValue | undefined): value is PlainMap =>
  value instanceof Map;

export const isPlainList = (value: PlainValue | undefined): value is readonly PlainValue[] =>
  Array.isArray(value);

/** A field of a decoded object; `undefined` when there is none. */
export const field = (value: PlainValue | undefined, key: string): PlainValue | undefined =>
  isPlainMap(value) ? value.get(key) : undefined;

/** A field that is a text; empty when it is not. */
export function textField(value: PlainValue | undefined, key: string): string {
  const found = field(value, key);
  return typeof found === 'string' ? found : '';
}

/** The texts of a field that is a list. */
export function textsField(value: PlainValue | undefined, key: string): readonly string[] {
  return textsOf(field(value, key));
}

/** The items of a list that are texts. */
export const textsOf = (value: PlainValue | undefined): readonly string[] =>
  isPlainList(value) ? value.filter((item) => typeof item === 'string') : [];
