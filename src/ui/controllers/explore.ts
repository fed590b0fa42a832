import { nodeId, queryId, traceKey } from '../../base/brand';
import type { NodeId, QueryId, TraceKey } from '../../base/brand';
import type { Expansion } from '../../notebook/explorer/drawing-contract';

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
  | { readonly view: 'funnel'; readonly traceKey: TraceKey; readonly queryId: QueryId }
  | {
      readonly view: 'graph';
      readonly traceKey: TraceKey;
      /** The variable in the middle. */
      readonly node: NodeId;
      /** What was opened, in order: going back takes the last one away. */
      readonly steps: readonly Expansion[];
    }
  | {
      readonly view: 'timeline';
      readonly traceKey: TraceKey;
      /** The session that is zoomed to; the whole trace when absent. */
      readonly session: number | undefined;
      /** The line that is in view. */
      readonly row: number | undefined;
    }
  | {
      readonly view: 'compare';
      readonly first: TraceKey | undefined;
      readonly second: TraceKey | undefined;
    };

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
    case 'graph': {
      const steps = explore.steps.map(({ side, pages, node }) => `${side} ${pages} ${node}`);
      return ['graph', explore.traceKey, explore.node, ...steps];
    }
    case 'timeline': {
      const { traceKey: key, session, row } = explore;
      return ['timeline', key, String(session ?? ''), String(row ?? '')];
    }
    case 'compare':
      return ['compare', explore.first ?? '', explore.second ?? ''];
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
  if (view === 'compare')
    return {
      view,
      first: first === '' ? undefined : traceKey(first),
      second: second === '' ? undefined : traceKey(second),
    };
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
  if (view === 'graph' && second !== '')
    return { view, traceKey: key, node: nodeId(second), steps: parts.slice(3).flatMap(stepOf) };
  if (view === 'timeline')
    return { view, traceKey: key, session: numberOf(second), row: numberOf(third) };
  return undefined;
}

const numberOf = (text: string): number | undefined =>
  /^\d{1,9}$/.test(text) ? Number(text) : undefined;

/** One step of a neighbourhood; what is none is left out. */
function stepOf(text: string): readonly Expansion[] {
  const [, side, pages, node = ''] = /^(before|after) ([1-9]\d{0,3}) ([^]+)$/.exec(text) ?? [];
  if (side !== 'before' && side !== 'after') return [];
  return [{ side, pages: Number(pages), node: nodeId(node) }];
}
