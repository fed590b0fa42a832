import { decodeValue } from './decode-value';
import { textLeaves } from './text-leaves';

/** The text of a recorded value: the decoded string when it is one, else its string leaves, one a line. */
export function plainText(raw: string): string {
  const { node } = decodeValue(raw);
  if (node.type === 'string') return node.content.text;
  if (node.type === 'scalar') return node.text;
  return textLeaves(raw)
    .filter(({ kind }) => kind === 'string')
    .map(({ text }) => text)
    .join('\n');
}
