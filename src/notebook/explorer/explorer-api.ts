import { proxyMarker } from 'comlink';
import type { NodeId, QueryId, TraceKey } from '../../base/brand';
import { reporting, type Reporter } from '../service/reporting';
import type { StoredExplorer } from './explorer-service';
import type { LifelineQuery } from './lifeline-contract';
import type { IndexProgress, PatternProgress, SearchRequest } from './search-contract';

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
}
