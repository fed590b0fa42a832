import { problem } from '../../base/problem';
import { err, ok, type Result } from '../../base/result';
import type { TraceBytes } from '../bytes';
import { OPEN_ARRAY } from '../read/json-bytes';
import { walkObject } from './walk-object';

/** Bytes `start..end` of a trace are to be replaced by a text. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** What becomes of the annotations of a trace; texts are JSON objects. */
export interface AnnotationChanges {
  /** By position in the list of annotations that were read. */
  readonly replaced: ReadonlyMap<number, string>;
  readonly added: readonly string[];
}

/**
 * The edits that bring annotations into a trace, in the order of their places. New ones go behind
 * the last one there is, into an empty list, or into a list made for them at the end of `data`.
 * Fails for a trace whose end is missing when a place must be found in it.
 * @param ranges start and end of each annotation that was read, `TraceColumns.annotations`
 */
export function annotationEdits(
  bytes: TraceBytes,
  ranges: Uint32Array,
  changes: AnnotationChanges,
): Result<readonly Edit[]> {
  const edits: Edit[] = [];
  for (let i = 0; 2 * i + 1 < ranges.length; i++) {
    const text = changes.replaced.get(i);
    if (text === undefined) continue;
    edits.push({ start: ranges[2 * i] ?? 0, end: ranges[2 * i + 1] ?? 0, text });
  }
  if (changes.added.length === 0) return ok(edits);
  const last = ranges.at(-1);
  if (last !== undefined) {
    const text = changes.added.map((record) => `,\n${record}`).join('');
    return ok([...edits, { start: last, end: last, text }]);
  }
  const place = placeForList(bytes);
  if (place === undefined) return err(problem('cannot-add-annotations', 'Its JSON is not whole.'));
  const list = changes.added.join(',\n');
  return ok([{ start: place.at, end: place.at, text: `${place.before}${list}${place.after}` }]);
}

/** Where annotations go in a trace that has none, and what to write around them. */
function placeForList(
  bytes: TraceBytes,
): { readonly at: number; readonly before: string; readonly after: string } | undefined {
  const top = walkObject(bytes, 0);
  const dataAt = top?.members.findLast((member) => member.key === 'data')?.valueStart;
  const data = dataAt === undefined ? undefined : walkObject(bytes, dataAt);
  if (data === undefined) return undefined;
  const list = data.members.findLast((member) => member.key === 'annotations');
  if (list === undefined) {
    const lastEnd = data.members.at(-1)?.valueEnd;
    const comma = lastEnd === undefined ? '' : ',';
    return { at: lastEnd ?? data.close, before: `${comma}\n"annotations": [`, after: ']' };
  }
  // Something other than a list, or a list of things that are no annotations: left alone.
  const [first] = bytes.read(list.valueStart, list.valueStart + 1);
  const inside = bytes.read(list.valueStart + 1, list.valueEnd - 1);
  if (first !== OPEN_ARRAY || inside.some((byte) => byte > 0x20)) return undefined;
  return { at: list.valueStart + 1, before: '', after: '' };
}

/** The edited bytes as a list of pieces, the untouched ones as parts of the Blob itself. */
export function editedParts(original: Blob, edits: readonly Edit[]): readonly BlobPart[] {
  const parts: BlobPart[] = [];
  let at = 0;
  for (const { start, end, text } of edits) {
    parts.push(original.slice(at, start), text);
    at = end;
  }
  parts.push(original.slice(at));
  return parts;
}
