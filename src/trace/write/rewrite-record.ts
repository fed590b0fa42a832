import { MemoryBytes } from '../bytes';
import { walkObject } from './walk-object';

/**
 * The text of a record with some members changed: known keys keep their place, new ones come last,
 * and nothing else changes by a single character. `undefined` when the text is not one JSON object.
 */
export function rewriteRecord(
  text: string,
  fields: ReadonlyMap<string, unknown>,
): string | undefined {
  const encoder = new TextEncoder();
  const bytes = encoder.encode(text);
  const walked = walkObject(new MemoryBytes(bytes), 0);
  if (walked === undefined) return undefined;
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const parts: string[] = [];
  const left = new Map(fields);
  let copied = 0;
  const copyTo = (end: number): void => {
    parts.push(decoder.decode(bytes.subarray(copied, end)));
    copied = end;
  };
  for (const { key, valueStart, valueEnd } of walked.members) {
    if (!fields.has(key)) continue;
    copyTo(valueStart);
    parts.push(JSON.stringify(fields.get(key)));
    copied = valueEnd;
    left.delete(key);
  }
  const lastEnd = walked.members.at(-1)?.valueEnd ?? walked.close;
  if (left.size > 0) {
    if (copied < lastEnd) copyTo(lastEnd);
    const added = [...left].map(
      ([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`,
    );
    parts.push(`${walked.members.length > 0 ? ', ' : ''}${added.join(', ')}`);
  }
  copyTo(bytes.length);
  return parts.join('');
}
