import { problem } from '../../base/problem';
import { err } from '../../base/result';
import { evaluate } from '../../cases/evaluation';
import type { CasePage, TraceService } from './contract';
import type { ScoringService } from './scoring/contract';

const NO_CASES: CasePage = {
  rows: [],
  matching: 0,
  total: 0,
  facets: { outcomes: [], systems: [], datasets: [], questionTypes: [], verdicts: [], labels: [] },
};

/**
 * The trace service, answering itself while there is nothing to ask the worker about: an empty
 * notebook needs none of its 200 kB.
 * @param rests whether no trace is in the notebook and the worker was not started either
 */
export function restingTraces(
  service: TraceService,
  rests: () => Promise<boolean>,
  choose: TraceService['choose'],
): TraceService {
  return {
    ...service,
    choose,
    traces: async () => ((await rests()) ? [] : service.traces()),
    cases: async (query) => ((await rests()) ? NO_CASES : service.cases(query)),
    // A notebook remembers the case that was open last, also when its trace is gone.
    caseView: async (key, query) =>
      (await rests()) ? err(problem('trace-missing')) : service.caseView(key, query),
    evaluation: async (traces) => ((await rests()) ? evaluate([]) : service.evaluation(traces)),
  };
}

/** The same for what compares labels and runs. */
export function restingScoring(
  service: ScoringService,
  rests: () => Promise<boolean>,
): ScoringService {
  return {
    ...service,
    sideBySide: async (query) =>
      (await rests())
        ? { runs: [], annotators: [], left: undefined, right: undefined, comparison: undefined }
        : service.sideBySide(query),
    labelDesk: async (annotator, seed) =>
      (await rests())
        ? { annotator, seed, queue: [], done: 0, annotators: [] }
        : service.labelDesk(annotator, seed),
  };
}
