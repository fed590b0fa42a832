import type { Quote } from '../../cases/verdict';
import type { EvolutionGraph } from '../../graph/evolution-graph';
import { textLeaves } from '../../trace/decode/text-leaves';
import type { Holds, MostOf } from '../ideal/ideal';

/** Quotes are cut here: what is longer is no quote any more. */
const LONGEST = 1_200;
/** So many neighbouring sentences are tried before a whole text is quoted. */
const MOST_SENTENCES = 3;

/**
 * The shortest stretch of a variable that holds something: one to three neighbouring sentences or lines,
 * else one of its texts. Where no single text holds it (its time stands beside it), what says most of it.
 * @returns undefined when nothing can be quoted
 */
export function quoteHolding(graph: EvolutionGraph, node: number, holds: Holds): Quote | undefined {
  const raw = graph.rawValue(node);
  let share = 0;
  let range: Span | undefined;
  for (const leaf of textLeaves(raw)) {
    const most = holds(leaf.text)
      ? { ...shortestSpan(leaf.text, holds), share: Infinity }
      : wholeSentences(leaf.text, holds.most?.(leaf.text));
    if (most === undefined || most.share <= share) continue;
    share = most.share;
    range = leaf.rawRange(most.start, Math.min(most.end, most.start + LONGEST));
    if (share === Infinity) break;
  }
  if (range === undefined) return undefined;
  return { variable: graph.nodeId(node), ...range, text: raw.slice(range.start, range.end) };
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

/** The same stretch from the start of its first sentence to the end of its last. */
function wholeSentences(text: string, most: MostOf | undefined): MostOf | undefined {
  if (most === undefined) return undefined;
  const touched = sentencesOf(text).filter(
    ({ start, end }) => start < most.end && end > most.start,
  );
  const start = Math.min(most.start, touched[0]?.start ?? most.start);
  const end = Math.max(most.end, touched.at(-1)?.end ?? most.end);
  return { start, end, share: most.share };
}

function sentencesOf(text: string): readonly Span[] {
  return [...text.matchAll(/[^\n.!?]+[.!?]*/g)]
    .map((found) => ({ start: found.index, end: found.index + found[0].length }))
    .filter(({ start, end }) => text.slice(start, end).trim() !== '');
}
