import type { QueryId, TraceKey } from '../../base/brand';
import type { Problem } from '../../base/problem';
import type { ExplorerService } from '../../notebook/explorer/contract';
import type { TimelinePage, TimelineRow } from '../../notebook/explorer/timeline-contract';

/** Lines fetched at once. */
const PAGE = 100;

/** What the timeline is asked for. */
export interface TimelineOf {
  readonly traceKey: TraceKey;
  readonly session: number | undefined;
  readonly query: QueryId | undefined;
  readonly marked: boolean;
}

/** The lines of a timeline as far as they were in view; the others are fetched when they come near. */
export class TimelineRows {
  /** Totals, sessions and marks; absent until the first lines are there. */
  head = $state.raw<Omit<TimelinePage, 'rows'> | undefined>(undefined);
  problem = $state.raw<Problem | undefined>(undefined);
  #pages = $state.raw<ReadonlyMap<number, readonly TimelineRow[]>>(new Map());
  #asked = new Set<number>();
  #turn = 0;
  #of: TimelineOf | undefined;
  readonly #explorer: ExplorerService;

  constructor(explorer: ExplorerService) {
    this.#explorer = explorer;
  }

  /** Shows another timeline. The one before it stays in sight until its first lines are there. */
  async open(of: TimelineOf): Promise<void> {
    this.#turn++;
    this.#of = of;
    this.#asked = new Set();
    await this.#fetch(0, true);
  }

  row(index: number): TimelineRow | undefined {
    return this.#pages.get(Math.floor(index / PAGE))?.[index % PAGE];
  }

  /** Fetches what lines in view are missing. */
  async show(first: number, last: number): Promise<void> {
    const pages = [];
    for (let page = Math.floor(first / PAGE); page <= Math.floor(last / PAGE); page++)
      if (!this.#asked.has(page)) pages.push(this.#fetch(page, false));
    await Promise.all(pages);
  }

  async #fetch(page: number, isNew: boolean): Promise<void> {
    const of = this.#of;
    if (of === undefined) return;
    const turn = this.#turn;
    this.#asked.add(page);
    const { traceKey, ...query } = of;
    const window = { ...query, offset: page * PAGE, limit: PAGE };
    const got = await this.#explorer.timeline(traceKey, window);
    if (turn !== this.#turn) return;
    if (!got.ok) {
      this.problem = got.problem;
      return;
    }
    const { rows, ...head } = got.value;
    this.problem = undefined;
    this.head = head;
    this.#pages = new Map([...(isNew ? [] : this.#pages), [page, rows]]);
  }
}
