import { proxy, type Remote } from 'comlink';
import type { ExplorerService } from './contract';
import type { ExplorerApi } from './explorer-api';

/** The page's side of the explorer: every call goes through the guard of the connection. */
export function explorerClient(
  remote: Remote<ExplorerApi>,
  call: <T>(answer: () => Promise<NoInfer<T>>) => Promise<T>,
  safely: <T>(report: (value: T) => void) => (value: T) => void,
): ExplorerService {
  return {
    prepareSearch: (id, traces, report) =>
      call(() => remote.prepareSearch(id, traces, proxy(safely(report)))),
    search: (request) => call(() => remote.search(request)),
    searchPattern: (id, request, report) =>
      call(() => remote.searchPattern(id, request, proxy(safely(report)))),
    stop: (id) => call(() => remote.stop(id)),
    lanes: (key, query) => call(() => remote.lanes(key, query)),
    lifeline: (key, unit) => call(() => remote.lifeline(key, unit)),
    versionDiff: (key, before, after) => call(() => remote.versionDiff(key, before, after)),
    funnel: (key, query) => call(() => remote.funnel(key, query)),
    casePath: (key, query, marked) => call(() => remote.casePath(key, query, marked)),
    neighbourhood: (key, root, steps) => call(() => remote.neighbourhood(key, root, steps)),
    timeline: (key, query) => call(() => remote.timeline(key, query)),
    overview: (key, query, marked) => call(() => remote.overview(key, query, marked)),
    compare: (id, traces, report) => call(() => remote.compare(id, traces, proxy(safely(report)))),
    comparedCases: (traces, filter, offset, limit) =>
      call(() => remote.comparedCases(traces, filter, offset, limit)),
  };
}
