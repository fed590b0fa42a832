import { nodeId, queryId, traceKey } from '../../base/brand';
import type { NodeId, QueryId, TraceKey } from '../../base/brand';

/** What the Explorer cell shows, as an address can say it. */
export type Explore =
  | { readonly view: 'search'; readonly by: 'words' | 'pattern'; readonly text: string }
  | {
      readonly view: 'lifelines';
      readonly traceKey: TraceKey;
      /** A version of the unit that is open; without one the list of units is shown. */
      readonly unit: NodeId | undefined;
      /** The two versions that are compared; the last two when absent. */
      readonly versions: readonly [NodeId, NodeId] | undefined;
    }
  | { readonly view: 'funnel'; readonly traceKey: TraceKey; readonly queryId: QueryId };

/** One part of an address, free of `/`, `&` and `?`. */
export function formatExplore(explore: Explore): string {
  return partsOf(explore)
    .map((part) => encodeURIComponent(part))
    .join('/');
}

function partsOf(explore: Explore): readonly string[] {
  switch (explore.view) {
    case 'search':
      return ['search', explore.by, explore.text];
    case 'lifelines': {
      const { traceKey: key, unit, versions } = explore;
      if (unit === undefined) return ['lifelines', key];
      return ['lifelines', key, unit, ...(versions ?? [])];
    }
    case 'funnel':
      return ['funnel', explore.traceKey, explore.queryId];
  }
}

/** Reads what `formatExplore` wrote; anything else is nothing. */
export function parseExplore(text: string): Explore | undefined {
  let parts: readonly string[];
  try {
    parts = text.split('/').map((part) => decodeURIComponent(part));
  } catch {
    // A hand-typed `%` that starts no escape.
    return undefined;
  }
  const [view, first = '', second = '', third = '', fourth = ''] = parts;
  if (view === 'search' && (first === 'words' || first === 'pattern'))
    return { view, by: first, text: second };
  if (first === '') return undefined;
  const key = traceKey(first);
  if (view === 'lifelines')
    return {
      view,
      traceKey: key,
      unit: second === '' ? undefined : nodeId(second),
      versions: third === '' || fourth === '' ? undefined : [nodeId(third), nodeId(fourth)],
    };
  if (view === 'funnel' && second !== '') return { view, traceKey: key, queryId: queryId(second) };
  return undefined;
}
