import type { DecodedValue } from './decoded';
import { LiteralParser } from './literal-parser';
import { MappedText } from './mapped-text';

/**
 * Says what a recorded value is: JSON, a Python literal, a dataclass `Name(field=value)`, or plain
 * text (reference: what smartcomment's encoders write, tried in that order). Never fails: what no
 * grammar fits is text.
 * @param raw the value as recorded, already taken out of its JSON string
 */
export function decodeValue(raw: string): DecodedValue {
  const parser = new LiteralParser(raw);
  const node = parser.parse();
  if (node === undefined) {
    const content = MappedText.verbatim(raw, 0);
    return { kind: 'text', node: { type: 'string', start: 0, end: raw.length, content } };
  }
  if (node.type === 'object' && node.name !== undefined) return { kind: 'dataclass', node };
  return { kind: parser.python ? 'python' : 'json', node };
}
