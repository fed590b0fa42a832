import type { TextRange } from '../../trace/decode/mapped-text';
import { textLeaves, type TextLeaf } from '../../trace/decode/text-leaves';

/** The texts of a value one below the other, with the way back to the raw value. */
export interface ReadableValue {
  readonly text: string;
  /** The range of the raw value that a range was decoded from; clipped to the text it begins in. */
  rawRange(start: number, end: number): TextRange | undefined;
}

/** A value as people read it: every string and number of it on a line, after the key it stands under. */
export function readableValue(raw: string): ReadableValue {
  const leaves: { readonly leaf: TextLeaf; readonly from: number }[] = [];
  let text = '';
  for (const leaf of textLeaves(raw)) {
    if (leaf.text === '') continue;
    if (text !== '') text += '\n';
    const key = leaf.path.at(-1);
    if (typeof key === 'string') text += `${key}: `;
    leaves.push({ leaf, from: text.length });
    text += leaf.text;
  }
  return {
    text,
    rawRange(start, end) {
      const holder = leaves.findLast(({ from }) => from <= start) ?? leaves[0];
      if (holder === undefined) return undefined;
      const { leaf, from } = holder;
      const begin = Math.max(0, start - from);
      const stop = Math.min(leaf.text.length, end - from);
      return begin < stop ? leaf.rawRange(begin, stop) : undefined;
    },
  };
}
