import { unescaped } from '../../../src/attribution/agent/show';
import type { Play } from './counting-chat';

/** A variable as a page shows it. */
export interface SeenVariable {
  readonly ref: string;
  readonly id: string;
  readonly role: string;
  readonly className: string;
  readonly category: string;
  /** Undefined when the page left it out or cut it. */
  readonly value: string | undefined;
}

/** An operation as a page shows it. */
export interface SeenOperation {
  readonly id: string;
  readonly name: string;
  readonly category: string;
  readonly variables: readonly SeenVariable[];
  readonly edges: readonly (readonly [string, string])[];
}

/** The operations of a page of the graph tools. */
export const operationsIn = (page: string): readonly SeenOperation[] =>
  [
    ...page.matchAll(
      /<operation id="([^"]*)" name="([^"]*)" category="([^"]*)"[^>]*>([\s\S]*?)<\/operation>/g,
    ),
  ].map(([, id = '', name = '', category = '', body = '']) => ({
    id,
    name,
    category,
    variables: variablesIn(body),
    edges: [...body.matchAll(/^(#\d+) → (#\d+) \[/gm)].map(
      ([, from = '', to = '']) => [from, to] as const,
    ),
  }));

export const variablesIn = (page: string): readonly SeenVariable[] =>
  [
    ...page.matchAll(
      /<variable ref="([^"]*)" id="([^"]*)" role="([^"]*)" class="([^"]*)" category="([^"]*)"[^>]*?(?:\/>|>([\s\S]*?)<\/variable>)/g,
    ),
  ].map(([, ref = '', id = '', role = '', className = '', category = '', value]) => ({
    ref,
    id: unescaped(id),
    role,
    className,
    category,
    value:
      value === undefined ||
      value === '[value shown above]' ||
      /\[… \d+ more characters\]$/.test(value)
        ? undefined
        : unescaped(value),
  }));

/** Everything that follows from a variable inside one operation. */
export function reachable(op: SeenOperation, from: string): ReadonlySet<string> {
  const found = new Set<string>();
  const queue = [from];
  for (const node of queue)
    for (const [source, target] of op.edges)
      if (source === node && !found.has(target)) {
        found.add(target);
        queue.push(target);
      }
  return found;
}

/** Reads all pages of an answer. */
export function* allPages(name: string, args: Play['args']): Generator<Play, string, string> {
  let text = '';
  let page = yield { name, args };
  for (;;) {
    const rest = /\n\[characters \d+ to \d+ of \d+(?:, go on with offset (\d+))?\]$/.exec(page);
    if (rest === null) return text + page;
    text += page.slice(0, rest.index);
    if (rest[1] === undefined) return text;
    page = yield { name, args: { ...args, offset: Number(rest[1]) } };
  }
}
