import { decodeValue } from '../../trace/decode/decode-value';
import { plainValue, type PlainValue } from '../../trace/decode/plain-value';
import { isPlainList, isPlainMap } from './plain-fields';

/** Whether two recorded values say the same once decoded; `1` and `1.0` do, and the order of keys says nothing. */
export function sameValue(a: string, b: string): boolean {
  if (a === b) return true;
  const left = decodeValue(a);
  const right = decodeValue(b);
  if (left.kind === 'text' && right.kind === 'text') return false;
  return samePlain(plainValue(left.node), plainValue(right.node));
}

/** Deep equality of decoded values. No recursion. */
export function samePlain(a: PlainValue, b: PlainValue): boolean {
  const pairs: [PlainValue, PlainValue][] = [[a, b]];
  for (let pair = pairs.pop(); pair !== undefined; pair = pairs.pop()) {
    const [x, y] = pair;
    if (Object.is(x, y)) continue;
    if (isPlainList(x) && isPlainList(y)) {
      if (x.length !== y.length) return false;
      x.forEach((item, i) => pairs.push([item, y[i] ?? null]));
    } else if (isPlainMap(x) && isPlainMap(y)) {
      if (x.size !== y.size) return false;
      for (const [key, item] of x) {
        const other = y.get(key);
        if (other === undefined) return false;
        pairs.push([item, other]);
      }
    } else return false;
  }
  return true;
}
