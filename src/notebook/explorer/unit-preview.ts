import { shorten } from '../../base/text/shorten';
import type { EvolutionGraph } from '../../graph/evolution-graph';
import { textLeaves } from '../../trace/decode/text-leaves';

/** Fields that only repeat the unit's name. */
const NAMES = new Set<string | number | undefined>(['id', 'event_id']);

/** What a unit says, in short: its texts without its own id. */
export function unitPreview(graph: EvolutionGraph, node: number, most: number): string {
  const texts = textLeaves(graph.rawValue(node))
    .filter(({ kind, path }) => kind === 'string' && !NAMES.has(path.at(-1)))
    .map(({ text }) => text);
  return shorten(texts.join('\n'), most);
}
