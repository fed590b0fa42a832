import type { TraceBytes } from '../trace/bytes';
import { decodeStringToken } from '../trace/string-token';

const decoder = new TextDecoder();
const QUOTE = 0x22;

/** The value of a variable exactly as recorded, or `undefined` when it has none. */
export function readStringToken(bytes: TraceBytes, start: number, end: number): string | undefined {
  if (end <= start) return undefined;
  const token = bytes.read(start, end);
  if (token[0] === QUOTE) return decodeStringToken(token);
  const text = decoder.decode(token);
  return text === 'null' ? undefined : text;
}

/** The text of a record as it stands in the file. */
export function readRecordText(bytes: TraceBytes, start: number, end: number): string {
  return decoder.decode(bytes.read(start, end));
}
