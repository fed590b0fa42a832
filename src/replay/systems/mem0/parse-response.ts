import { decodeValue } from '../../../trace/decode/decode-value';
import { plainValue, type PlainValue } from '../../../trace/decode/plain-value';
import { field, isPlainList, isPlainMap, type PlainMap } from '../../engine/plain-fields';

/** A response without the fence around it and without thinking aloud. */
export function withoutFence(response: string): string {
  const text = response.trim();
  const fenced = /^```[a-zA-Z0-9]*\n([\s\S]*?)\n```$/.exec(text);
  const inner = (fenced?.[1] ?? text).trim();
  return inner.replace(/<think>[\s\S]*?<\/think>/g, '').trim();
}

/** What stands inside a fence anywhere in a text; the text itself when there is none. */
export function insideFence(response: string): string {
  const text = response.trim();
  return /```(?:json)?\s*([\s\S]*?)\s*```/.exec(text)?.[1] ?? text;
}

/** The facts of a response, in JSON; `undefined` when it cannot be read as JSON. */
export function parseFacts(
  text: string,
): { readonly facts: readonly PlainValue[] | undefined } | undefined {
  const value = parseJson(text);
  if (value === undefined) return undefined;
  const facts = field(value, 'facts');
  return { facts: isPlainList(facts) ? facts : undefined };
}

/** What a decision wants done with the memories that it was shown. */
export interface Action {
  readonly event: string;
  readonly id: string;
  readonly text: string;
}

/** The decision as an object; `undefined` when it is no JSON object. */
export function parseDecision(text: string): PlainMap | undefined {
  const value = parseJson(text);
  return isPlainMap(value) ? value : undefined;
}

/** The actions of a decision, in order; entries without a text ask for nothing. */
export function actionsOf(decision: PlainMap | undefined): readonly Action[] {
  const list = field(decision, 'memory');
  if (!isPlainList(list)) return [];
  return list.flatMap((entry) => {
    const text = field(entry, 'text');
    const event = field(entry, 'event');
    const id = field(entry, 'id');
    if (typeof text !== 'string' || text === '') return [];
    return [{ event: typeof event === 'string' ? event : '', id: scalarText(id), text }];
  });
}

const scalarText = (value: PlainValue | undefined): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** JSON only, bare NaN included: Python literals are no JSON. */
function parseJson(text: string): PlainValue | undefined {
  if (text.trim() === '') return undefined;
  const decoded = decodeValue(text);
  return decoded.kind === 'json' ? plainValue(decoded.node) : undefined;
}
