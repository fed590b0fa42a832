import { proxy } from 'comlink';
import type { CallWorker } from '../service/connection';
import type { ExplorerService } from './contract';

/** The page's side of the explorer: every call goes through the guard of the connection. */
export function explorerClient(
  call: CallWorker,
  safely: <T>(report: (value: T) => void) => (value: T) => void,
): ExplorerService {
  return {
    prepareSearch: (id, traces, report) =>
      call(({ explorer }) => explorer.prepareSearch(id, traces, proxy(safely(report)))),
    search: (request) => call(({ explorer }) => explorer.search(request)),
    searchPattern: (id, request, report) =>
      call(({ explorer }) => explorer.searchPattern(id, request, proxy(safely(report)))),
    stop: (id) => call(({ explorer }) => explorer.stop(id)),
    lanes: (key, query) => call(({ explorer }) => explorer.lanes(key, query)),
    lifeline: (key, unit) => call(({ explorer }) => explorer.lifeline(key, unit)),
    versionDiff: (key, before, after) =>
      call(({ explorer }) => explorer.versionDiff(key, before, after)),
    funnel: (key, query) => call(({ explorer }) => explorer.funnel(key, query)),
    casePath: (key, query, marked) => call(({ explorer }) => explorer.casePath(key, query, marked)),
    neighbourhood: (key, root, steps) =>
      call(({ explorer }) => explorer.neighbourhood(key, root, steps)),
    timeline: (key, query) => call(({ explorer }) => explorer.timeline(key, query)),
    overview: (key, query, marked) => call(({ explorer }) => explorer.overview(key, query, marked)),
    compare: (id, traces, report) =>
      call(({ explorer }) => explorer.compare(id, traces, proxy(safely(report)))),
    comparedCases: (traces, filter, offset, limit) =>
      call(({ explorer }) => explorer.comparedCases(traces, filter, offset, limit)),
  };
}
