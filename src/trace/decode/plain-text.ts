import { decodeValue } from './decode-value';
import { textLeaves } from './text-leaves';

/** The text of a recorded value: the decoded string when it is one, else its string leaves, one a line. */
export function plainText(raw: string): string {
  if (PROSE.test(raw)) return raw;
  const { node } = decodeValue(raw);
  if (node.type === 'string') return node.content.text;
  if (node.type === 'scalar') return node.text;
  return textLeaves(raw, node)
    .filter(({ kind }) => kind === 'string')
    .map(({ text }) => text)
    .join('\n');
}

// A word, a space and something else: no literal begins so, and most answers and contexts do.
const PROSE = /^[A-Za-z_][\w.]* [^ \t\r\n]/;
