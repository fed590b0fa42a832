import type { TraceBytes } from '../trace/bytes';

const decoder = new TextDecoder();

/** The value of a variable exactly as recorded, or `undefined` when it has none. */
export function readStringToken(bytes: TraceBytes, start: number, end: number): string | undefined {
  if (end <= start) return undefined;
  const token = decoder.decode(bytes.read(start, end));
  if (!token.startsWith('"')) return token === 'null' ? undefined : token;
  const value: unknown = JSON.parse(token);
  return typeof value === 'string' ? value : undefined;
}

/** The text of a record as it stands in the file. */
export function readRecordText(bytes: TraceBytes, start: number, end: number): string {
  return decoder.decode(bytes.read(start, end));
}
