import type { NodeId } from '../../base/brand';
import type { TraceSummary } from '../../notebook/service/contract';
import type { CaseRef, Look } from '../controllers/address';
import type { Explore } from '../controllers/explore';

/**
 * The views one can go to from here: each as it is now, or as it starts.
 * @param middle the variable in the inspector, or one that the open case is about
 */
export function viewsOf(
  shown: Explore,
  traces: readonly TraceSummary[],
  open: CaseRef | undefined,
  middle: { readonly traceKey: CaseRef['traceKey']; readonly node: NodeId } | undefined,
): readonly Explore[] {
  const key = open?.traceKey ?? traces[0]?.key;
  const start: readonly Explore[] = [
    { view: 'search', by: 'words', text: '' },
    ...(key === undefined
      ? []
      : [{ view: 'timeline', traceKey: key, session: undefined, row: undefined } as const]),
    ...(middle === undefined ? [] : [{ view: 'graph', ...middle, steps: [] } as const]),
    ...(key === undefined
      ? []
      : [{ view: 'lifelines', traceKey: key, unit: undefined, versions: undefined } as const]),
    ...(open === undefined ? [] : [{ view: 'funnel', ...open } as const]),
    ...(traces.length === 0
      ? []
      : [{ view: 'compare', first: undefined, second: undefined } as const]),
  ];
  // What is shown has its place even where nothing else leads there.
  const all = start.some(({ view }) => view === shown.view) ? start : [...start, shown];
  return all.map((view) => (view.view === shown.view ? shown : view));
}

/** The variable that a neighbourhood starts from: the one looked at, or the question of the open case. */
export function middleOf(
  look: Look | undefined,
  open: CaseRef | undefined,
  asNode: (query: CaseRef['queryId']) => NodeId,
): { readonly traceKey: CaseRef['traceKey']; readonly node: NodeId } | undefined {
  if (look?.kind === 'variable') return { traceKey: look.traceKey, node: look.nodeId };
  return open && { traceKey: open.traceKey, node: asNode(open.queryId) };
}
