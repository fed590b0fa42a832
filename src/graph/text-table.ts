import type { TextTable } from '../trace/columns';

const decoder = new TextDecoder();

/** String `index` of a table; the empty string when the index is out of range. */
export function textAt(table: TextTable, index: number): string {
  const start = table.starts[index] ?? 0;
  const end = table.starts[index + 1] ?? start;
  return decoder.decode(table.bytes.subarray(start, end));
}

/** Every string of a table, mapped to its index; the first wins when a string repeats. */
export function indexTexts(table: TextTable): Map<string, number> {
  const index = new Map<string, number>();
  for (let i = 0; i + 1 < table.starts.length; i++) {
    const text = textAt(table, i);
    if (!index.has(text)) index.set(text, i);
  }
  return index;
}
