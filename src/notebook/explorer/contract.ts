import type { NodeId, QueryId, TraceKey } from '../../base/brand';
import type { Result } from '../../base/result';
import type { ComparedFilter, ComparedPage, CompareProgress, Comparison } from './compare-contract';
import type { CasePathView, Expansion, NeighbourhoodView } from './drawing-contract';
import type { FunnelView } from './funnel-contract';
import type { LanePage, LifelineQuery, LifelineView, VersionDiff } from './lifeline-contract';
import type { OverviewView, TimelinePage, TimelineQuery } from './timeline-contract';
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
  /**
   * The way of a case from evidence to judged answer, laid out for drawing.
   * @param marked whether the verdict may be shown in it
   */
  casePath(key: TraceKey, query: QueryId, marked: boolean): Promise<Result<CasePathView>>;
  /** The surroundings of a variable, opened by these steps, laid out for drawing. */
  neighbourhood(
    key: TraceKey,
    root: NodeId,
    steps: readonly Expansion[],
  ): Promise<Result<NeighbourhoodView>>;
  /** A window of the timeline. */
  timeline(key: TraceKey, query: TimelineQuery): Promise<Result<TimelinePage>>;
  /** The whole trace as a grid of time × role, with the lines of the timeline it leads to. */
  overview(
    key: TraceKey,
    query: QueryId | undefined,
    marked: boolean,
  ): Promise<Result<OverviewView>>;
  /** Aligns the cases and operations of two traces. `cancelled` once it was stopped. */
  compare(
    id: string,
    traces: readonly [TraceKey, TraceKey],
    report: (progress: CompareProgress) => void,
  ): Promise<Result<Comparison>>;
  /** A window of the aligned cases of the comparison made last. */
  comparedCases(
    traces: readonly [TraceKey, TraceKey],
    filter: ComparedFilter,
    offset: number,
    limit: number,
  ): Promise<ComparedPage>;
}
