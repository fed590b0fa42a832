import { proxyMarker } from 'comlink';
import type { TraceKey } from '../../base/brand';
import { reporting, type Reporter } from '../service/reporting';
import type { StoredExplorer } from './explorer-service';
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
}
