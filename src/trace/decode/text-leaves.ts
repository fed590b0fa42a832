import type { DecodedNode } from './decoded';
import { decodeValue } from './decode-value';
import { MappedText, type TextRange } from './mapped-text';
import { nestedValues, type NestedValue } from './nested-value';

/** Values inside strings inside values are followed this far. */
const MOST_LEVELS = 3;

type Path = readonly (string | number)[];

/** One text inside a value, with the way back to the raw value. */
export interface TextLeaf {
  /** Keys and positions that lead to it; `[]` when the value is one text. */
  readonly path: Path;
  /** A string, or a number, truth value or null as written. */
  readonly kind: 'string' | 'scalar';
  readonly text: string;
  /**
   * The range of the raw value that a range of `text` was decoded from, so that
   * `raw.slice(start, end)` is the quote as recorded. UTF-16 units.
   */
  rawRange(start: number, end: number): TextRange;
}

/** Way from a position in some text back to the raw value. */
type ToRaw = (start: number, end: number) => TextRange;

interface Pending {
  readonly node: DecodedNode;
  readonly path: Path;
  readonly level: number;
  /** From ranges of the text that holds `node` to the raw value. */
  readonly toRaw: ToRaw;
}

/**
 * The texts of a recorded value in order: every string and scalar of what it decodes to. A string
 * that is itself an object or list, or holds one in a fenced block, is followed into; the prose
 * around a block is a text of its own.
 * @param raw the value as recorded, already taken out of its JSON string
 * @param root what it decodes to, when that is known
 */
export function textLeaves(raw: string, root = decodeValue(raw).node): readonly TextLeaf[] {
  const leaves: TextLeaf[] = [];
  const pending: Pending[] = [
    { node: root, path: [], level: 0, toRaw: (start, end) => ({ start, end }) },
  ];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { node, path, level, toRaw } = next;
    switch (node.type) {
      case 'scalar':
        leaves.push(leaf(path, 'scalar', MappedText.verbatim(node.text, node.start), toRaw));
        break;
      case 'list':
        for (let i = node.items.length - 1; i >= 0; i--) {
          const item = node.items[i];
          if (item !== undefined) pending.push({ node: item, path: [...path, i], level, toRaw });
        }
        break;
      case 'object':
        for (let i = node.entries.length - 1; i >= 0; i--) {
          const entry = node.entries[i];
          if (entry !== undefined)
            pending.push({ node: entry.value, path: [...path, entry.key], level, toRaw });
        }
        break;
      case 'string': {
        const nested = level < MOST_LEVELS ? nestedValues(node.content.text) : [];
        if (nested.length === 0) leaves.push(leaf(path, 'string', node.content, toRaw));
        else pending.push(...parts(next, node.content, nested));
      }
    }
  }
  return leaves;
}

function leaf(path: Path, kind: TextLeaf['kind'], content: MappedText, toRaw: ToRaw): TextLeaf {
  return { path, kind, text: content.text, rawRange: compose(content, 0, toRaw) };
}

/** A range counted from `offset` of a mapped text, back to the raw value. */
function compose(content: MappedText, offset: number, toRaw: ToRaw): ToRaw {
  return (start, end) => {
    const source = content.sourceRange(start + offset, end + offset);
    return toRaw(source.start, source.end);
  };
}

/** A string with values in it, cut into prose and values, last part first. */
function parts(holder: Pending, content: MappedText, nested: readonly NestedValue[]): Pending[] {
  const { path } = holder;
  const level = holder.level + 1;
  const { text } = content;
  const found: Pending[] = [];
  const prose = (start: number, end: number): void => {
    if (text.slice(start, end).trim() === '') return;
    const node: DecodedNode = {
      type: 'string',
      start: 0,
      end: end - start,
      content: MappedText.verbatim(text.slice(start, end), 0),
    };
    // Prose was searched for values already: it is not searched again.
    found.push({ node, path, level: MOST_LEVELS, toRaw: compose(content, start, holder.toRaw) });
  };
  let at = 0;
  for (const value of nested) {
    prose(at, value.outerStart);
    found.push({
      node: value.node,
      path,
      level,
      toRaw: compose(content, value.start, holder.toRaw),
    });
    at = value.outerEnd;
  }
  prose(at, text.length);
  return found.reverse();
}
