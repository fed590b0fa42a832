import { proxyMarker } from 'comlink';
import type { NodeId, QueryId, TraceKey } from '../../base/brand';
import { reporting, type Reporter } from '../service/reporting';
import type { StoredExplorer } from './explorer-service';
import type { ComparedFilter, CompareProgress } from './compare-contract';
import type { Expansion } from './drawing-contract';
import type { LifelineQuery } from './lifeline-contract';
import type { IndexProgress, PatternProgress, SearchRequest } from './search-contract';
import type { TimelineQuery } from './timeline-contract';

/** The explorer as the worker exposes it: report functions of the page are let go at the end. */
export class ExplorerApi {
  /** Reached through the worker's own interface instead of being copied to the page. */
  readonly [proxyMarker] = true as const;

  constructor(private readonly explorer: Promise<StoredExplorer>) {}

  async prepareSearch(id: string, traces: readonly TraceKey[], report: Reporter<IndexProgress>) {
    const explorer = await this.explorer;
    return reporting(report, (tell) => explorer.prepareSearch(id, traces, tell));
  }

  async search(request: SearchRequest) {
    return (await this.explorer).search(request);
  }

  async searchPattern(
    id: string,
    request: Pick<SearchRequest, 'text' | 'traces'>,
    report: Reporter<PatternProgress>,
  ) {
    const explorer = await this.explorer;
    return reporting(report, (tell) => explorer.searchPattern(id, request, tell));
  }

  async stop(id: string) {
    return (await this.explorer).stop(id);
  }

  async lanes(key: TraceKey, query: LifelineQuery) {
    return (await this.explorer).lanes(key, query);
  }

  async lifeline(key: TraceKey, unit: NodeId) {
    return (await this.explorer).lifeline(key, unit);
  }

  async versionDiff(key: TraceKey, before: NodeId, after: NodeId) {
    return (await this.explorer).versionDiff(key, before, after);
  }

  async funnel(key: TraceKey, query: QueryId) {
    return (await this.explorer).funnel(key, query);
  }

  async casePath(key: TraceKey, query: QueryId, marked: boolean) {
    return (await this.explorer).casePath(key, query, marked);
  }

  async neighbourhood(key: TraceKey, root: NodeId, steps: readonly Expansion[]) {
    return (await this.explorer).neighbourhood(key, root, steps);
  }

  async timeline(key: TraceKey, query: TimelineQuery) {
    return (await this.explorer).timeline(key, query);
  }

  async overview(key: TraceKey, query: QueryId | undefined, marked: boolean) {
    return (await this.explorer).overview(key, query, marked);
  }

  async compare(
    id: string,
    traces: readonly [TraceKey, TraceKey],
    report: Reporter<CompareProgress>,
  ) {
    const explorer = await this.explorer;
    return reporting(report, (tell) => explorer.compare(id, traces, tell));
  }

  async comparedCases(
    traces: readonly [TraceKey, TraceKey],
    filter: ComparedFilter,
    offset: number,
    limit: number,
  ) {
    return (await this.explorer).comparedCases(traces, filter, offset, limit);
  }
}
