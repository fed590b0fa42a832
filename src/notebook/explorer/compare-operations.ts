import { shorten } from '../../base/text/shorten';
import { causesOf } from '../../graph/causes';
import type { EvolutionGraph } from '../../graph/evolution-graph';
import { plainText } from '../../trace/decode/plain-text';
import { parseRecord, stringField } from '../../trace/json';
import type { Alignment, DivergedSide, Divergence } from './compare-contract';

const MOST_TEXT = 400;
/** Values of no words: they differ with every run and say nothing. */
const WORDLESS = new Set(['embedding']);
/** Ids that are drawn anew in every run. */
const RANDOM_IDS =
  /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|\b[0-9a-f]{16,}\b/gi;

/** What comes of aligning the operations of two traces. */
export interface AlignedOperations {
  readonly messages: Alignment;
  readonly operations: Alignment & { readonly different: number };
  readonly divergence: Divergence | undefined;
}

interface Pair {
  readonly message: string;
  readonly isQuestion: boolean;
  readonly first: readonly number[];
  readonly second: readonly number[];
}

/**
 * Aligns the operations of two traces: messages by their words, the operations of a message by name,
 * the first with the first. In the order of the first trace, one step a message, so that the caller
 * may pause.
 */
export function* alignOperations(
  first: EvolutionGraph,
  second: EvolutionGraph,
): Generator<{ readonly done: number; readonly total: number }, AlignedOperations> {
  const { pairs, messages } = alignMessages(first, second);
  const operations = { both: 0, onlyFirst: 0, onlySecond: 0, different: 0 };
  let divergence: Divergence | undefined;
  let done = 0;
  for (const pair of pairs) {
    yield { done: done++, total: pairs.length };
    const rest = byName(second, pair.second);
    for (const op of pair.first) {
      const name = first.operationName(op);
      const other = rest.get(name)?.shift();
      if (other === undefined) {
        operations.onlyFirst++;
        divergence ??= { ...wordsOf(pair), kind: 'missing', ...missing(first, second, op, pair) };
        continue;
      }
      operations.both++;
      const differing = differingOutput(first, op, second, other);
      if (differing === undefined) continue;
      operations.different++;
      divergence ??= {
        ...wordsOf(pair),
        kind: 'output',
        first: sideOf(first, op, differing.first),
        second: sideOf(second, other, differing.second),
      };
    }
    for (const left of rest.values()) operations.onlySecond += left.length;
  }
  return { messages, operations, divergence };
}

const wordsOf = ({ message, isQuestion }: Pair) => ({ message, isQuestion });

function alignMessages(first: EvolutionGraph, second: EvolutionGraph) {
  const [a, b] = [causesOf(first), causesOf(second)];
  const waiting = new Map<string, number[]>();
  for (const node of b.messages) {
    const key = keyOf(second, node);
    const list = waiting.get(key);
    if (list === undefined) waiting.set(key, [node]);
    else list.push(node);
  }
  const pairs: Pair[] = [];
  let both = 0;
  for (const node of a.messages) {
    const other = waiting.get(keyOf(first, node))?.shift();
    if (other === undefined) continue;
    both++;
    pairs.push({
      message: shorten(messageText(first, node), MOST_TEXT),
      isQuestion: first.category(node) !== 'message',
      first: a.operationsOf.get(node) ?? [],
      second: b.operationsOf.get(other) ?? [],
    });
  }
  const messages: Alignment = {
    both,
    onlyFirst: a.messages.length - both,
    onlySecond: b.messages.length - both,
  };
  return { pairs, messages };
}

/** Layers write a message in their own way around its words; question and message never meet. */
function keyOf(graph: EvolutionGraph, node: number): string {
  return `${graph.category(node)}\n${wordKey(messageText(graph, node))}`;
}

/** A text by its words alone. */
export const wordKey = (text: string): string =>
  text
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu)
    ?.join(' ') ?? '';

/** What is said in a message, without what memory layers write before and after it. */
function messageText(graph: EvolutionGraph, node: number): string {
  const raw = graph.rawValue(node);
  const content = stringField(parseRecord(raw), 'content') ?? plainText(raw);
  return content
    .replace(/^Speaker [^\n]{0,80}? \(role: [^)\n]{0,40}\) says: /, '')
    .replace(/\s*\n[^\n]{0,80}timestamp[^\n]{0,80}$/i, '')
    .replace(/^[^\n]{0,60}?\([^)\n]{0,40}\): /, '');
}

function byName(graph: EvolutionGraph, ops: readonly number[]): Map<string, number[]> {
  const names = new Map<string, number[]>();
  for (const op of ops) {
    const name = graph.operationName(op);
    const list = names.get(name);
    if (list === undefined) names.set(name, [op]);
    else list.push(op);
  }
  return names;
}

/** The first pair of outputs that say something else; outputs are compared place by place. */
function differingOutput(
  first: EvolutionGraph,
  a: number,
  second: EvolutionGraph,
  b: number,
): { readonly first: number | undefined; readonly second: number | undefined } | undefined {
  const [left, right] = [outputs(first, a), outputs(second, b)];
  for (let i = 0; i < Math.max(left.length, right.length); i++) {
    const [x, y] = [left[i], right[i]];
    const isSame =
      x !== undefined &&
      y !== undefined &&
      withoutIds(first.rawValue(x)) === withoutIds(second.rawValue(y));
    if (!isSame) return { first: x, second: y };
  }
  return undefined;
}

const withoutIds = (raw: string): string => raw.replace(RANDOM_IDS, '#');

function outputs(graph: EvolutionGraph, op: number): readonly number[] {
  const found = new Set<number>();
  for (const edge of graph.edgesOf(op)) {
    const target = graph.target(edge);
    if (!WORDLESS.has(graph.category(target))) found.add(target);
  }
  return [...found];
}

function missing(first: EvolutionGraph, second: EvolutionGraph, op: number, { second: ops }: Pair) {
  const [other] = ops;
  return {
    first: sideOf(first, op, outputs(first, op)[0]),
    second: other === undefined ? NOTHING : sideOf(second, other, outputs(second, other)[0]),
  };
}

const NOTHING: DivergedSide = { opId: undefined, name: '', variable: undefined, text: '' };

function sideOf(graph: EvolutionGraph, op: number, node: number | undefined): DivergedSide {
  return {
    opId: graph.opId(op),
    name: graph.operationName(op),
    variable: node === undefined ? undefined : graph.nodeId(node),
    text: node === undefined ? '' : shorten(plainText(graph.rawValue(node)), MOST_TEXT),
  };
}
