import { problem } from '../../base/problem';
import { err, ok, type Result } from '../../base/result';

/**
 * A regular expression as typed by a user, without regard to case. Refused when it cannot be read,
 * and when a repeated group holds a repetition, as in `(a+)+`: trying it can take longer than
 * anyone waits, and nothing can stop an expression while it is tried.
 */
export function readPattern(text: string): Result<RegExp> {
  if (repeatsRepetition(text)) return err(problem('pattern-endless', text));
  try {
    return ok(new RegExp(text, 'giu'));
  } catch (error) {
    return err(problem('pattern-unreadable', error instanceof Error ? error.message : text));
  }
}

/** Whether a group with an unbounded repetition or a choice inside is itself repeated without bound. */
function repeatsRepetition(text: string): boolean {
  const groups: { repeats: boolean }[] = [];
  let closed: { repeats: boolean } | undefined;
  let isClass = false;
  for (let at = 0; at < text.length; at++) {
    const sign = text.charAt(at);
    const justClosed = closed;
    closed = undefined;
    if (sign === '\\') at++;
    else if (isClass) isClass = sign !== ']';
    else if (sign === '[') isClass = true;
    else if (sign === '(') groups.push({ repeats: false });
    else if (sign === ')') {
      closed = groups.pop();
      const outer = groups.at(-1);
      if (outer && closed?.repeats) outer.repeats = true;
    } else if (sign === '|') {
      const inner = groups.at(-1);
      if (inner) inner.repeats = true;
    } else if (sign === '*' || sign === '+' || /^\{\d+,\d*\}/.test(text.slice(at, at + 12))) {
      if (justClosed?.repeats) return true;
      const inner = groups.at(-1);
      if (inner) inner.repeats = true;
    }
  }
  return false;
}
