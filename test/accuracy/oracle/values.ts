import { isObject } from '../../../src/trace/json';

/** A text field of a JSON value, or undefined when there is none. */
export function jsonField(value: string, name: string): string | undefined {
  const field = fieldsOf(value)?.[name];
  return typeof field === 'string' ? field : undefined;
}

function fieldsOf(value: string): Readonly<Record<string, unknown>> | undefined {
  if (!value.trimStart().startsWith('{')) return undefined;
  try {
    const parsed: unknown = JSON.parse(value);
    return isObject(parsed) ? parsed : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/**
 * What of a value a later reader sees, and the time that goes with it. Of a unit with an episode the answering
 * model is shown subject and episode alone (the prior of the system says so).
 */
export function readableParts(value: string): {
  readonly text: string;
  readonly at: string | undefined;
} {
  const fields = fieldsOf(value);
  if (fields === undefined) return { text: value, at: undefined };
  const at = typeof fields['timestamp'] === 'string' ? fields['timestamp'] : undefined;
  for (const name of ['memory', 'content'])
    if (typeof fields[name] === 'string') return { text: fields[name], at };
  if (typeof fields['episode'] === 'string') {
    const subject = typeof fields['subject'] === 'string' ? fields['subject'] : '';
    return { text: `${subject}\n${fields['episode']}`, at: undefined };
  }
  return { text: value, at };
}
