import type { TraceSummary } from '../../notebook/service/contract';
import type { CaseRef } from '../controllers/address';
import type { Explore } from '../controllers/explore';

/** The views one can go to from here: each as it is now, or as it starts. */
export function viewsOf(
  shown: Explore,
  traces: readonly TraceSummary[],
  open: CaseRef | undefined,
): readonly Explore[] {
  const key = open?.traceKey ?? traces[0]?.key;
  const start: readonly Explore[] = [
    { view: 'search', by: 'words', text: '' },
    ...(key === undefined
      ? []
      : [{ view: 'lifelines', traceKey: key, unit: undefined, versions: undefined } as const]),
    ...(open === undefined ? [] : [{ view: 'funnel', ...open } as const]),
  ];
  return start.map((view) => (view.view === shown.view ? shown : view));
}
