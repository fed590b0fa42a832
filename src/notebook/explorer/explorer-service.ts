import type { NodeId, QueryId, TraceKey } from '../../base/brand';
import { Slices } from '../../base/pause';
import { problem } from '../../base/problem';
import { err, ok, type Result } from '../../base/result';
import type { Verdict } from '../../cases/verdict';
import type { EvolutionGraph } from '../../graph/evolution-graph';
import { readPattern } from '../../graph/search/pattern';
import type { Store } from '../../store/store';
import type { CaseBook } from '../service/case-book';
import type { OpenTraces } from '../service/open-traces';
import type { ExplorerService } from './contract';
import { casePath } from './case-path';
import type { ComparedFilter, ComparedPage, CompareProgress, Comparison } from './compare-contract';
import { Comparing } from './comparing';
import type { CasePathView, Expansion, NeighbourhoodView } from './drawing-contract';
import type { FunnelView } from './funnel-contract';
import { funnelView } from './funnel-view';
import { IndexShelf } from './index-shelf';
import type { LanePage, LifelineQuery, LifelineView, VersionDiff } from './lifeline-contract';
import { lanePage, lifelineView } from './lifeline-views';
import { neighbourhood } from './neighbourhood';
import { overview } from './overview';
import type { IndexProgress, PatternProgress, SearchPage, SearchRequest } from './search-contract';
import { TextSearch } from './text-search';
import { timelinePage } from './timeline';
import type { OverviewView, TimelinePage, TimelineQuery } from './timeline-contract';
import { versionDiff } from './version-diff';

/** What the explorer shares with the trace service. */
export interface ExplorerParts {
  readonly store: Store;
  readonly open: OpenTraces;
  readonly book: CaseBook;
  /** Resolves when what is stored has been read. */
  readonly ready: () => Promise<void>;
}

/** Ends a long call from inside; never leaves this file. */
class Stopped extends Error {}

/** The explorer's answers. Runs in the trace worker; knows no DOM, so tests run it in Node. */
export class StoredExplorer implements ExplorerService {
  private readonly shelf: IndexShelf;
  private readonly texts: TextSearch;
  private readonly comparing: Comparing;
  private readonly running = new Map<string, AbortController>();

  constructor(private readonly parts: ExplorerParts) {
    this.shelf = new IndexShelf(parts.store);
    this.texts = new TextSearch(parts.open, this.shelf);
    this.comparing = new Comparing(parts.open, parts.book);
  }

  async prepareSearch(
    id: string,
    traces: readonly TraceKey[],
    report: (progress: IndexProgress) => void,
  ): Promise<Result<void>> {
    await this.parts.ready();
    return this.stoppable(id, async (breathe) => {
      for (const [at, key] of traces.entries()) {
        if ((await this.shelf.find(key)) !== undefined) continue;
        const graph = await this.parts.open.getWhole(key);
        if (!graph.ok) return graph;
        const built = await this.shelf.build(graph.value, {
          breathe,
          report: every(REPORT_EVERY, (done, total) => {
            report({ done: at + done / Math.max(1, total), total: traces.length });
          }),
        });
        if (!built.ok) return built;
      }
      return ok(undefined);
    });
  }

  async search(request: SearchRequest): Promise<Result<SearchPage>> {
    await this.parts.ready();
    const slices = new Slices();
    return this.texts.page(request, async () => slices.breathe());
  }

  async searchPattern(
    id: string,
    { text, traces }: Pick<SearchRequest, 'text' | 'traces'>,
    report: (progress: PatternProgress) => void,
  ): Promise<Result<void>> {
    await this.parts.ready();
    const pattern = readPattern(text);
    if (!pattern.ok) return pattern;
    return this.stoppable(id, (breathe) =>
      this.texts.pattern(pattern.value, traces, breathe, report),
    );
  }

  stop(id: string): Promise<void> {
    this.running.get(id)?.abort();
    return Promise.resolve();
  }

  async lanes(key: TraceKey, query: LifelineQuery): Promise<Result<LanePage>> {
    const graph = await this.graph(key);
    if (!graph.ok) return graph;
    const cases = this.parts.book.cases(key);
    if (query.text.trim() === '') return ok(lanePage(graph.value, cases, query, undefined));
    const holding = await this.holding(key, query.text);
    return holding.ok ? ok(lanePage(graph.value, cases, query, holding.value)) : holding;
  }

  async lifeline(key: TraceKey, unit: NodeId): Promise<Result<LifelineView>> {
    const graph = await this.graph(key);
    return graph.ok ? lifelineView(graph.value, this.parts.book.cases(key), unit) : graph;
  }

  async versionDiff(key: TraceKey, before: NodeId, after: NodeId): Promise<Result<VersionDiff>> {
    const graph = await this.graph(key);
    return graph.ok ? versionDiff(graph.value, before, after) : graph;
  }

  async funnel(key: TraceKey, query: QueryId): Promise<Result<FunnelView>> {
    const graph = await this.graph(key);
    if (!graph.ok) return graph;
    const { book } = this.parts;
    const one = book.find(key, query);
    if (one === undefined) return err(problem('not-in-trace', `No judged question ${query}.`));
    const verdict = book.verdict(key, query)?.verdict;
    const find = (text: string) => this.holding(key, text);
    return funnelView(graph.value, one, verdict, find);
  }

  async casePath(key: TraceKey, query: QueryId, marked: boolean): Promise<Result<CasePathView>> {
    const graph = await this.graph(key);
    if (!graph.ok) return graph;
    const one = this.parts.book.find(key, query);
    if (one === undefined) return err(problem('not-in-trace', `No judged question ${query}.`));
    return ok(casePath(graph.value, one, this.verdict(key, query, marked)));
  }

  async neighbourhood(
    key: TraceKey,
    root: NodeId,
    steps: readonly Expansion[],
  ): Promise<Result<NeighbourhoodView>> {
    const graph = await this.graph(key);
    return graph.ok ? neighbourhood(graph.value, root, steps) : graph;
  }

  async timeline(key: TraceKey, query: TimelineQuery): Promise<Result<TimelinePage>> {
    const graph = await this.graph(key);
    if (!graph.ok) return graph;
    const one = query.query && this.parts.book.find(key, query.query);
    const verdict = query.query && this.verdict(key, query.query, query.marked);
    return ok(timelinePage(graph.value, query, one, verdict));
  }

  async overview(
    key: TraceKey,
    query: QueryId | undefined,
    marked: boolean,
  ): Promise<Result<OverviewView>> {
    const graph = await this.graph(key);
    if (!graph.ok) return graph;
    const one = query && this.parts.book.find(key, query);
    return ok(overview(graph.value, one, query && this.verdict(key, query, marked)));
  }

  async compare(
    id: string,
    traces: readonly [TraceKey, TraceKey],
    report: (progress: CompareProgress) => void,
  ): Promise<Result<Comparison>> {
    await this.parts.ready();
    let made: Result<Comparison> = err(problem('cancelled'));
    const tell = every(REPORT_EVERY, report);
    const ended = await this.stoppable(id, async (breathe) => {
      made = await this.comparing.compare(traces, breathe, tell);
      return made.ok ? ok(undefined) : made;
    });
    return ended.ok ? made : ended;
  }

  comparedCases(
    traces: readonly [TraceKey, TraceKey],
    filter: ComparedFilter,
    offset: number,
    limit: number,
  ): Promise<ComparedPage> {
    return Promise.resolve(this.comparing.page(traces, filter, offset, limit));
  }

  private verdict(key: TraceKey, query: QueryId, marked: boolean): Verdict | undefined {
    return marked ? this.parts.book.verdict(key, query)?.verdict : undefined;
  }

  /** Variables that hold a search text. */
  private holding(key: TraceKey, text: string): Promise<Result<ReadonlySet<number>>> {
    const slices = new Slices();
    return this.texts.holding(key, text, async () => slices.breathe());
  }

  private async graph(key: TraceKey): Promise<Result<EvolutionGraph>> {
    await this.parts.ready();
    return this.parts.open.get(key);
  }

  /** Runs work that breathes; `stop` makes its next breath its last. */
  private async stoppable(
    id: string,
    work: (breathe: () => Promise<void>) => Promise<Result<void>>,
  ): Promise<Result<void>> {
    const controller = new AbortController();
    this.running.set(id, controller);
    const slices = new Slices();
    try {
      return await work(async () => {
        await slices.breathe();
        if (controller.signal.aborted) throw new Stopped();
      });
    } catch (error) {
      if (error instanceof Stopped) return ok(undefined);
      throw error;
    } finally {
      if (this.running.get(id) === controller) this.running.delete(id);
    }
  }
}

/** Milliseconds between two reports. */
const REPORT_EVERY = 100;

function every<A extends readonly unknown[]>(
  milliseconds: number,
  call: (...values: A) => void,
): (...values: A) => void {
  let last = Number.NEGATIVE_INFINITY;
  return (...values) => {
    const now = performance.now();
    if (now - last < milliseconds) return;
    last = now;
    call(...values);
  };
}
