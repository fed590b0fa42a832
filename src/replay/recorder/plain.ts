/** What JSON and Python literals can both say. Objects may be maps: keys of users' data stay data. */
export type Plain =
  | string
  | number
  | boolean
  | null
  | Float
  | readonly Plain[]
  | ReadonlyMap<string, Plain>
  | { readonly [key: string]: Plain };

/** A number that Python holds as a float: `1` is written `1.0`. */
export class Float {
  constructor(readonly value: number) {}
}

/** The entries of a map or object, in order. */
export function plainEntries(
  value: ReadonlyMap<string, Plain> | { readonly [key: string]: Plain },
): readonly (readonly [string, Plain])[] {
  return isMap(value) ? [...value] : Object.entries(value);
}

/** Whether a value is a float: an object here, a number to everybody else. */
export const isFloat = (value: Plain): value is Float => value instanceof Float;

export const isPlainList = (value: Plain): value is readonly Plain[] => Array.isArray(value);

const isMap = (
  value: ReadonlyMap<string, Plain> | { readonly [key: string]: Plain },
): value is ReadonlyMap<string, Plain> => value instanceof Map;

/** A float as Python's `repr` writes it: `1.0`, `1e-07`, `nan`. */
export function floatText(value: number): string {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  return finiteText(value, true);
}

/** A finite number: integers without a point unless they are floats, exponents as Python has them. */
export function finiteText(value: number, isFloat: boolean): string {
  if (Number.isInteger(value) && !isFloat) return BigInt(value).toString();
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-4 || size >= 1e16))
    return value.toExponential().replace(/e([+-])(\d)$/, 'e$10$2');
  return Number.isInteger(value) ? value.toFixed(1) : String(value);
}
