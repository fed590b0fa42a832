import type { DecodedNode } from './decoded';

/** A decoded value without places: objects are maps, so that no key ever becomes a property. */
export type PlainValue =
  string | number | boolean | null | readonly PlainValue[] | ReadonlyMap<string, PlainValue>;

interface Open {
  readonly node: DecodedNode;
  readonly list: PlainValue[];
  readonly map: Map<string, PlainValue>;
  next: number;
}

/** The value of a tree. A key that repeats keeps its last value, as in JSON.parse. No recursion. */
export function plainValue(root: DecodedNode): PlainValue {
  let done: PlainValue = null;
  const stack: Open[] = [open(root)];
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const child = childOf(top.node, top.next);
    if (child !== undefined) {
      stack.push(open(child.node));
      top.next++;
      continue;
    }
    done = finished(top);
    stack.pop();
    const parent = stack.at(-1);
    if (parent === undefined) break;
    const key = childOf(parent.node, parent.next - 1)?.key;
    if (key === undefined) parent.list.push(done);
    else parent.map.set(key, done);
  }
  return done;
}

function open(node: DecodedNode): Open {
  return { node, list: [], map: new Map(), next: 0 };
}

function finished({ node, list, map }: Open): PlainValue {
  switch (node.type) {
    case 'string':
      return node.content.text;
    case 'scalar':
      return node.value;
    case 'list':
      return list;
    case 'object':
      return map;
  }
}

function childOf(
  node: DecodedNode,
  index: number,
): { readonly node: DecodedNode; readonly key: string | undefined } | undefined {
  if (node.type === 'list') {
    const item = node.items[index];
    return item === undefined ? undefined : { node: item, key: undefined };
  }
  if (node.type !== 'object') return undefined;
  const entry = node.entries[index];
  return entry === undefined ? undefined : { node: entry.value, key: entry.key };
}
