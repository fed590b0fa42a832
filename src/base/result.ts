import type { Problem } from './problem';

/** What may fail in a way the user can meet: a value, or the problem that says what to do next. */
export type Result<T, E = Problem> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: E };

/** A success holding `value`. */
export const ok = <T>(value: T): Result<T, never> => ({ ok: true, value });

/** A failure holding `problem`. */
export const err = <E>(problem: E): Result<never, E> => ({ ok: false, problem });

/** Marks a switch as exhaustive; reaching it is a developer error. */
export function assertNever(value: never): never {
  throw new Error(`unexpected case: ${JSON.stringify(value)}`);
}
