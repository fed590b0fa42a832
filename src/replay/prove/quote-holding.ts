import type { Quote } from '../../cases/verdict';
import type { EvolutionGraph } from '../../graph/evolution-graph';
import { textLeaves } from '../../trace/decode/text-leaves';
import type { Holds } from '../ideal/ideal';

/** Quotes are cut here: what is longer is no quote any more. */
const LONGEST = 1_200;
/** So many neighbouring sentences are tried before a whole text is quoted. */
const MOST_SENTENCES = 3;

/**
 * The shortest stretch of a variable that holds something: one to three neighbouring sentences or lines,
 * else one of its texts.
 * @returns undefined when no single text of the value holds it
 */
export function quoteHolding(graph: EvolutionGraph, node: number, holds: Holds): Quote | undefined {
  const raw = graph.rawValue(node);
  for (const leaf of textLeaves(raw)) {
    if (!holds(leaf.text)) continue;
    const { start, end } = shortestSpan(leaf.text, holds);
    const range = leaf.rawRange(start, Math.min(end, start + LONGEST));
    return {
      variable: graph.nodeId(node),
      ...range,
      text: raw.slice(range.start, range.end),
    };
  }
  return undefined;
}

interface Span {
  readonly start: number;
  readonly end: number;
}

function shortestSpan(text: string, holds: Holds): Span {
  const pieces = sentencesOf(text);
  for (let count = 1; count <= MOST_SENTENCES; count++) {
    for (let i = 0; i + count <= pieces.length; i++) {
      const start = pieces[i]?.start ?? 0;
      const end = pieces[i + count - 1]?.end ?? text.length;
      if (holds(text.slice(start, end))) return { start, end };
    }
  }
  return { start: 0, end: text.length };
}

function sentencesOf(text: string): readonly Span[] {
  return [...text.matchAll(/[^\n.!?]+[.!?]*/g)]
    .map((found) => ({ start: found.index, end: found.index + found[0].length }))
    .filter(({ start, end }) => text.slice(start, end).trim() !== '');
}
