import { spansMeet } from '../../base/text/calendar';
import type { DatePhrase } from '../../base/text/date-phrases';
import type { Case } from '../../cases/case';
import type { PreparedText } from '../matching/fact';
import { prepareText } from '../matching/prepare';
import type { Lifeline, UnitVersion } from './lifelines';
import type { FlowTrace, Loss } from './path';
import type { QuerySide } from './query-side';
import { operationPhrase, quoted } from './wording';

/**
 * The update that took the date out of a unit which the question is keyed on ("on the Monday
 * before …"): the words still answer, but the search had nothing left to find them by.
 */
export function dateLoss(
  trace: FlowTrace,
  failed: Case,
  side: QuerySide,
  own: readonly Lifeline[],
): Loss | undefined {
  const asked = prepareText(failed.question).dates;
  if (asked.length === 0) return undefined;
  for (const { versions } of own) {
    let dated: UnitVersion | undefined;
    for (const version of versions) {
      if (version.op !== undefined && trace.graph.rank(version.op) >= side.until) break;
      const has = names(trace.prepared(version.node), asked);
      if (dated !== undefined && !has && version.op !== undefined)
        return {
          errorType: 'UpdateError',
          op: version.op,
          certainty: 0.6,
          sentence: `${operationPhrase(trace.graph, version.op)} replaced ${quoted(trace.text(dated.node))} with ${quoted(trace.text(version.node))}, so the date that the question names was gone.`,
        };
      dated = has ? version : undefined;
    }
  }
  return undefined;
}

/** Whether a text names one of some dates, by the day or by its word ("Monday"). */
const names = (text: PreparedText, asked: readonly DatePhrase[]): boolean =>
  text.dates.some(({ span, phrase }) =>
    asked.some(
      (date) =>
        (span !== undefined && date.span !== undefined && spansMeet(span, date.span)) ||
        date.phrase.split(' ').includes(phrase),
    ),
  );
