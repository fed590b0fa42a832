import { shorten } from '../../base/text/shorten';
import type { EvolutionGraph } from '../../graph/evolution-graph';
import { searchedTexts, type Found, type SearchedText } from '../../graph/search/documents';
import type { TextSpan } from '../../graph/search/spans';
import type { SearchHit } from './search-contract';

/** How much is shown around a match, in UTF-16 units. */
const BEFORE = 60;
const AFTER = 120;
const LONGEST_MATCH = 200;

/** Finds the first match in a text. */
export type FindFirst = (text: string) => TextSpan | undefined;

/** What was found, with its first match; `undefined` when no text of it matches. */
export function searchHit(
  graph: EvolutionGraph,
  found: Found,
  find: FindFirst,
): SearchHit | undefined {
  // Values tell more than names, and names are in every value's title already.
  const texts = searchedTexts(graph, found);
  const ordered = [...texts.filter(isValue), ...texts.filter((text) => !isValue(text))];
  for (const text of ordered) {
    const span = find(text.text);
    if (span !== undefined) return hitAt(graph, found, text, span);
  }
  return undefined;
}

/** What was found without a single place: its words lie in several texts. */
export function hitWithoutPlace(graph: EvolutionGraph, found: Found): SearchHit {
  const [first] = searchedTexts(graph, found);
  const text = first ?? { field: 'name', text: '', rawRange: undefined };
  return hitAt(graph, found, text, { start: 0, end: 0 });
}

const isValue = ({ field }: SearchedText): boolean => field === 'value';

function hitAt(
  graph: EvolutionGraph,
  found: Found,
  { field, text, rawRange }: SearchedText,
  { start, end }: TextSpan,
): SearchHit {
  const { index } = found;
  const around = {
    traceKey: graph.key,
    field,
    before: (start > BEFORE ? '…' : '') + text.slice(Math.max(0, start - BEFORE), start),
    match: shorten(text.slice(start, end), LONGEST_MATCH),
    after: text.slice(end, end + AFTER) + (end + AFTER < text.length ? '…' : ''),
  };
  if (found.kind === 'operation')
    return {
      ...around,
      target: { kind: 'operation', opId: graph.opId(index) },
      label: graph.operationName(index),
      category: graph.operationCategory(index),
      at: graph.operationCreatedAt(index),
    };
  const quote = start < end ? rawRange?.(start, end) : undefined;
  return {
    ...around,
    target: { kind: 'variable', nodeId: graph.nodeId(index), quote },
    label: graph.className(index) ?? graph.fullName(index),
    category: graph.category(index),
    at: graph.createdAt(index),
  };
}
