import { decodeValue } from '../../../trace/decode/decode-value';
import { plainValue } from '../../../trace/decode/plain-value';
import { isPlainMap, type PlainMap } from '../../engine/plain-fields';
import { insideFence } from '../mem0/parse-response';

/** The JSON object of a response: the whole of it, what a fence holds, or what stands between its braces. */
export function parseObject(response: string): PlainMap | undefined {
  const first = response.indexOf('{');
  const last = response.lastIndexOf('}');
  const braces = first >= 0 && last > first ? response.slice(first, last + 1) : '';
  for (const text of [response.trim(), insideFence(response), braces]) {
    if (text === '') continue;
    const decoded = decodeValue(text);
    const value = decoded.kind === 'json' ? plainValue(decoded.node) : undefined;
    if (isPlainMap(value)) return value;
  }
  return undefined;
}
