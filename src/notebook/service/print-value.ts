import type { PlainValue } from '../../trace/decode/plain-value';

interface Open {
  readonly items: readonly (readonly [key: string | undefined, value: PlainValue])[];
  readonly close: string;
  next: number;
}

/**
 * A decoded value as text for reading: a string as it is, anything else as indented JSON.
 * No recursion over user data.
 * @param expand gives the value that a text inside is written as, to be printed in its place
 */
export function printValue(
  value: PlainValue,
  expand: (text: string) => PlainValue | undefined = () => undefined,
): string {
  if (typeof value === 'string') return value;
  const parts: string[] = [];
  const stack: Open[] = [];
  let current: PlainValue | undefined = value;
  for (;;) {
    if (typeof current === 'string') current = expand(current) ?? current;
    if (current !== undefined) {
      const opened: Open | undefined = open(current);
      parts.push(opened === undefined ? scalar(current) : openBracket(opened));
      if (opened !== undefined) stack.push(opened);
      current = undefined;
    }
    const top = stack.at(-1);
    if (top === undefined) return parts.join('');
    const item = top.items[top.next++];
    if (item === undefined) {
      stack.pop();
      if (top.items.length > 0) parts.push(newLine(stack.length));
      parts.push(top.close);
      continue;
    }
    const [key, child] = item;
    parts.push(top.next > 1 ? ',' : '', newLine(stack.length));
    if (key !== undefined) parts.push(JSON.stringify(key), ': ');
    current = child;
  }
}

function open(value: PlainValue): Open | undefined {
  if (value instanceof Map) return { items: [...value.entries()], close: '}', next: 0 };
  if (Array.isArray(value)) return { items: value.map((v) => [undefined, v]), close: ']', next: 0 };
  return undefined;
}

const openBracket = (opened: Open): string => (opened.close === '}' ? '{' : '[');

const newLine = (depth: number): string => `\n${'  '.repeat(depth)}`;

/** JSON has no NaN or infinities: they are printed by name, as Python wrote them. */
const scalar = (value: PlainValue): string =>
  typeof value === 'number' && !Number.isFinite(value) ? String(value) : JSON.stringify(value);
