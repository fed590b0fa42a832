import type { NodeId, QueryId, TraceKey } from '../../base/brand';
import type { Result } from '../../base/result';
import type { FunnelView } from './funnel-contract';
import type { LanePage, LifelineQuery, LifelineView, VersionDiff } from './lifeline-contract';
import type { PatternProgress, SearchPage, SearchRequest, IndexProgress } from './search-contract';

/**
 * What the trace worker does for the Explorer cell. Long calls take an id that `stop` ends, and a
 * report function. Everything returned is small, plain and cloneable.
 */
export interface ExplorerService {
  /** Makes search quick: builds and stores the indexes that are missing. Stopping keeps what is done. */
  prepareSearch(
    id: string,
    traces: readonly TraceKey[],
    report: (progress: IndexProgress) => void,
  ): Promise<Result<void>>;
  /** A window of everything that holds the words and phrases, trace by trace in order of time. */
  search(request: SearchRequest): Promise<Result<SearchPage>>;
  /** Tries a regular expression on every text and tells matches as they are found. */
  searchPattern(
    id: string,
    request: Pick<SearchRequest, 'text' | 'traces'>,
    report: (progress: PatternProgress) => void,
  ): Promise<Result<void>>;
  stop(id: string): Promise<void>;
  /** A window of the memory units of a trace. */
  lanes(key: TraceKey, query: LifelineQuery): Promise<Result<LanePage>>;
  /** What happened to the unit that a variable is a version of. */
  lifeline(key: TraceKey, unit: NodeId): Promise<Result<LifelineView>>;
  /** Two versions, or any two variables, word by word. */
  versionDiff(key: TraceKey, before: NodeId, after: NodeId): Promise<Result<VersionDiff>>;
  /** How the search of a question narrowed the memory down. */
  funnel(key: TraceKey, query: QueryId): Promise<Result<FunnelView>>;
}
