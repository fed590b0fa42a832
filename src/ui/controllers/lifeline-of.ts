import type { Result } from '../../base/result';
import type { CaseView } from '../../notebook/service/contract';
import type { Look } from './address';
import type { Explore } from './explore';

/**
 * The lifeline that somebody looking here wants to see: of the variable in the inspector, or of the
 * unit that the open case's proof quotes last before the loss; the list of units otherwise.
 */
export function lifelineOf(
  look: Look | undefined,
  view: Result<CaseView> | undefined,
): Explore | undefined {
  if (look?.kind === 'variable')
    return {
      view: 'lifelines',
      traceKey: look.traceKey,
      unit: look.nodeId,
      versions: undefined,
    };
  if (!view?.ok) return undefined;
  const { verdict, trace } = view.value;
  const quoted = verdict?.stages.flatMap((stage) =>
    stage.stage === 'construction' || stage.stage === 'memory'
      ? [...stage.quotes.map((quote) => quote.variable), stage.variable]
      : [],
  );
  const unit = quoted?.findLast((id) => id?.includes('memory-unit'));
  return { view: 'lifelines', traceKey: trace.key, unit, versions: undefined };
}
